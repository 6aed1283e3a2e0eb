create extension if not exists citext;
create extension if not exists pg_trgm;

create schema kernel;

-- Names as they are compared by likeness, for searches with typing errors. pg_trgm takes for letters what the database's locale does:
-- Thai ones in few, and in none the vowels above and below. So each Thai letter becomes a letter and a digit, which it takes in every
-- locale and which no Latin word looks like. Letters that sound the same, and vowels that differ in length alone, are one; what stands
-- above them to mark tone or silence, and what cannot be seen, is gone. Two characters a letter also leave more trigrams alike around a
-- wrong one: Thai has no spaces that would begin words.
create function kernel.search_fold(name text) returns text language sql immutable strict parallel safe as $$
  select coalesce(string_agg(case place when 0 then letter else substr('g0k1q2j3c4s5y6d7v8t9n0b1p2x3f4m5r6w7h8o9a0e1i2u3z4l5g7b8', 2 * place - 1, 2) end, '' order by number), '')
  from (
    select letter, number, strpos('ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁ', letter) as place
    from unnest(string_to_array(
      translate(replace(lower(normalize(name, nfkc)), 'เเ', 'แ'),
        'กขฃคฅฆงจฉชฌซศษสญยฎดฏตฐฑฒถทธณนบปผพภฝฟมํรฤลฦฬวหฮอะัาๅิีึืุูเแโใไ๐๑๒๓๔๕๖๗๘๙่้๊๋์็ๆฯฺ๎' || U&'\00AD\200B\200C\200D\2060\FEFF',
        'ABBBBBCDEEEFFFFGGHHIIJJJJJJKKLMNNNOOPPQQQQQRSSTUUVVWWXXYYZZÀÁÁ0123456789'),
      null)) with ordinality as letters (letter, number)
  ) as placed
$$;

-- Events on their way to the hub. A row is written in the transaction that caused it and deleted once it is published. `id` is given out
-- while the topic's lock is held until commit (see `database::Change`), so within a topic the order of ids is the order of commits.
create table kernel.outbox (
  id       bigint generated always as identity primary key,
  event_id uuid not null,
  topic    text not null,
  event    text not null,
  at       timestamptz not null,
  version  bigint,
  data     json not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=5000);
-- Orders to take a right away, which go before events where the bus takes no events.
create index outbox_orders on kernel.outbox (id) where topic = '!control';

-- The answer given to a key, given again to the same key.
create table kernel.idempotency_keys (
  user_id      bigint not null,
  operation    text not null,
  key          text not null check ((length(key) >= 8) and (length(key) <= 128)),
  request_hash bytea not null,
  result_id    bigint,
  created_at   timestamptz not null,
  -- A key is taken before its deed, and held by whoever is at it until then at most. Null: it was used.
  held_until   timestamptz,
  primary key (user_id, operation, key)
);
create index idempotency_keys_age on kernel.idempotency_keys (created_at);

-- Who leads: one row for each piece of work that one process at a time does. Whoever finds its row expired may take it, with a higher
-- token; see `crates/kernel/src/lead.rs`. Times are the database's own.
create table kernel.leases (
  name       text primary key,
  -- For people: host, process and a random part
  holder     text not null,
  -- Only rises, even over a restored backup: what was done under a lower one is refused where it could do harm
  token      bigint not null,
  expires_at timestamptz not null
) with (fillfactor=50);

-- Rights that were withdrawn, for as long as a token or grant issued before could still be shown: what the hubs are told again when their
-- bus has begun anew. The same events as in the outbox.
create table kernel.revocations (
  event_id   uuid primary key,
  control    json not null,
  at         timestamptz not null,
  kept_until timestamptz not null
);
create index revocations_kept on kernel.revocations (kept_until);

-- Keys that all processes share and nobody has set, sealed with VOUCHER_KEY.
create table kernel.shared_keys (
  name       text primary key,
  sealed     bytea not null,
  created_at timestamptz not null default now()
);

-- The oldest programs that may work on this shape, by the newest step that they know. A step that an older program does not bear raises
-- it.
create table kernel.schema_floor (
  one     boolean default true primary key check (one),
  version bigint not null
);

create function kernel.append_only() returns trigger language plpgsql as $$
begin raise exception '% is append only', tg_table_name using errcode = 'restrict_violation'; end $$;

insert into kernel.schema_floor (version) values (4);

insert into kernel.leases (name, holder, token, expires_at) values
  ('relay', '', 0, '-infinity'),
  ('scheduler', '', 0, '-infinity');
