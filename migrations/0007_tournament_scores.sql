-- The score of a tournament as its cards show it, and the version of the bracket that it was made from. The scheduler renews the scores
-- whose bracket has a newer version.
alter table esports.tournaments add column score jsonb;
alter table esports.tournaments add column scored_version bigint not null default 0;
create index tournaments_unscored on esports.tournaments (id) where scored_version < bracket_version and published_at is not null;
