print("shortlist")
