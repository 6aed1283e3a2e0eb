-- The oldest programs that may work on this shape, by the newest step that they know. A step that an older program does not bear raises it.
create table schema_floor (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into schema_floor (version) values (35);
