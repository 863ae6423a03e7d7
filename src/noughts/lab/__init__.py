"""The laboratory: searches compared, their trees shown, and the reports' own figures again."""
