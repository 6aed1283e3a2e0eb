-- Those who run a tournament are told once when a match begins to wait for them because of the time: of which end, or which default time.
alter table matches add column stuck_told timestamptz;
create index matches_overdue on matches (ends_at) where state = 'playing';
