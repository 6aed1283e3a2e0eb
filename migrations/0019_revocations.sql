-- Rights that were withdrawn, for as long as a token or grant issued before could still be shown: what the hubs are told again when
-- their bus has begun anew. The same events as in the outbox.
create table revocations (
  event_id   uuid primary key,
  control    json not null,
  at         timestamptz not null,
  kept_until timestamptz not null
);
create index revocations_kept on revocations (kept_until);

-- What was withdrawn shortly before this table was there; a token lives a quarter of an hour unless it was set otherwise.
insert into revocations (event_id, control, at, kept_until)
select gen_random_uuid(), json_build_object('type', 'end_session', 'sid', id), ended_at, ended_at + interval '1 day'
from sessions where ended_at > now() - interval '1 day';
insert into revocations (event_id, control, at, kept_until)
select gen_random_uuid(), json_build_object('type', 'end_user', 'user', id::text), suspended_at, suspended_at + interval '1 day'
from users where suspended_at > now() - interval '1 day';
