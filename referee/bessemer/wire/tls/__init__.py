"""Files of TLS, checked before they are used."""
