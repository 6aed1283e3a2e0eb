-- Entries that changed and that nobody was told of yet: a player left the team, say.
create index entrants_to_tell on entrants (updated_at) where told_version < version;
