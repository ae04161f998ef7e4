# Everything here is a script of its own in Scripts/; `make help` lists what there is.

.DEFAULT_GOAL := help
.PHONY: help demo demo-postgres test build install uninstall deb bench format lint clean

help: ## List what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Pick from real data (without a terminal: the same job, printed)
	@Scripts/setup build
	@Scripts/demo

demo-postgres: ## Pick from a table of a PostgreSQL server that is made for it
	@Scripts/setup build
	@Scripts/demo-postgres

test: ## Set up, then lint, build, test, documentation, and tests of the program
	@Scripts/setup test
	@Scripts/check

build: ## Build the program as a release: .build/release/shortlist
	@Scripts/setup build
	@Scripts/build -c release --product shortlist

install: ## Install what was built below PREFIX (/usr/local), in DESTDIR, with manual
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install

uninstall: ## Remove what was installed there
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install remove

deb: build ## Make a Debian package: .build/shortlist_VERSION_ARCHITECTURE.deb
	@Scripts/debian

bench: ## Count the instructions of the hot paths and check them against what is recorded
	@Scripts/setup bench
	@Benchmarks/check

format: ## Rewrite the sources in the project's style
	@swift format -p -r -i Package.swift Sources Tests Examples Fuzzing Benchmarks/Sources

lint: ## Check the style of sources, scripts and pages
	@Scripts/lint

clean: ## Remove everything that was built
	@rm -rf .build Benchmarks/data/out
