"""What administrators do: over the page, or by `petteia admin`. Both go through the same interface (`api`)."""
