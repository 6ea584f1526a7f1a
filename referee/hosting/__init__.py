"""Many clubs on one server: PostgreSQL, clubs, quotas, federations, whole clubs moved. No table at home needs it.

It is an extra at install (`referee[hosting]`) behind one door: `pages.door.register` is called for an application whose
database is on a server, the commands are loaded when they are named, the engine when its address is opened.
"""
