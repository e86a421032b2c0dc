"""The cards of Alchemicus: the deck, hands, piles and what is drawn."""
