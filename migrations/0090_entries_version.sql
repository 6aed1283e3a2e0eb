-- A version of a tournament's counts of entrants: a client that names it is never answered older counts than those it knows of.

alter table tournaments
  -- of joined and waiting: grows with each change of them
  add column entries_version bigint not null default 0;

-- On the row that holds the counts: whoever changes them has it locked already.
create function entries_counted() returns trigger language plpgsql as $$
begin
  new.entries_version := old.entries_version + 1;
  return new;
end $$;
create trigger entries_counted before update on tournaments for each row
  when ((old.joined, old.waiting) is distinct from (new.joined, new.waiting))
  execute function entries_counted();
