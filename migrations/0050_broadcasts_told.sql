-- What was told last of a broadcast: delivered, read, finished.
alter table broadcasts add column told int[] not null default '{0,0,0}';
create index broadcast_readers_read on broadcast_readers (broadcast_id, read_at) where read_at is not null;
create index broadcast_readers_inbox on broadcast_readers (inbox_id) where inbox_id is not null;

-- Who reads it in the inbox has read it, however it is marked there.
create function broadcast_read() returns trigger language plpgsql as $$
begin
  update broadcast_readers set read_at = new.read_at where inbox_id = new.id and read_at is null;
  return null;
end $$;
create trigger broadcast_read after update of read_at on inbox_messages for each row
  when (new.kind = 'broadcast' and old.read_at is null and new.read_at is not null) execute function broadcast_read();
