"""What an operator watches: metrics and logs."""
