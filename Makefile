# Everything here is a script of its own in Scripts/; `make help` lists what there is.

.DEFAULT_GOAL := help
.PHONY: help demo test build bench format lint clean

help: ## List what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Pick from real data (without a terminal: the same job, printed)
	@Scripts/setup build
	@Scripts/demo

test: ## Set up, then lint, build, test, documentation, and tests of the program
	@Scripts/setup test
	@Scripts/check

build: ## Build the program as a release: .build/release/shortlist
	@Scripts/setup build
	@swift build -c release --product shortlist

bench: ## Count the instructions of the hot paths and check them against what is recorded
	@Scripts/setup bench
	@Benchmarks/check

format: ## Rewrite the sources in the project's style
	@swift format -p -r -i Package.swift Sources Tests Examples Fuzzing Benchmarks/Sources

lint: ## Check the style of sources, scripts and pages
	@Scripts/lint

clean: ## Remove everything that was built
	@rm -rf .build Benchmarks/data/out
