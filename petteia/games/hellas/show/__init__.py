"""What people see of the game: the table in the terminal and on the page, and its words."""
