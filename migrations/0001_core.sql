-- Events on their way to the hub. A row is written in the transaction that caused it and deleted once it is published.
--
-- `id` is given out while the topic's lock is held until commit (see `database::Change`), so within a topic the order of
-- ids is the order of commits.
create table outbox (
  id       bigint generated always as identity primary key,
  event_id uuid not null,
  topic    text not null,
  event    text not null,
  at       timestamptz not null,
  version  bigint,
  data     json not null
);
-- Rows live for milliseconds: look for dead ones early.
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
