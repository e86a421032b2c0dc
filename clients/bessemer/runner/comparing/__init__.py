"""`compare`: is bot A better than bot B?"""
