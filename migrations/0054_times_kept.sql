-- A time that is fixed for a match whose sides are not all known yet keeps who is known from another match then.
drop index matches_home_busy;
drop index matches_away_busy;
create index matches_home_busy on matches (home_id, scheduled_at)
  where scheduled_at is not null and state in ('locked', 'waiting', 'scheduled', 'playing', 'submitted', 'disputed');
create index matches_away_busy on matches (away_id, scheduled_at)
  where scheduled_at is not null and state in ('locked', 'waiting', 'scheduled', 'playing', 'submitted', 'disputed');
-- The sides with whom its fixed time was found free: those of this begun_with, or older ones.
alter table match_rooms add column free_with bigint not null default 0;
