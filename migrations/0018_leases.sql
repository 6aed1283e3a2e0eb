-- Who leads: one row for each piece of work that one process at a time does. Whoever finds its row expired may take it, with a
-- higher token; see `api/src/lead.rs`. Times are the database's own.
create table leases (
  name       text primary key,
  -- For people: host, process and a random part
  holder     text not null,
  -- Only rises, even over a restored backup: what was done under a lower one is refused where it could do harm
  token      bigint not null,
  expires_at timestamptz not null
) with (fillfactor = 50);
insert into leases (name, holder, token, expires_at) values ('relay', '', 0, '-infinity'), ('clockwork', '', 0, '-infinity');
