-- Threads between a member and our staff: questions, complaints, and their answers.
create table people.support_threads (
  id            bigint generated always as identity (start with 1001) primary key,
  user_id       bigint not null references people.users on delete cascade,
  -- chosen by the member's program: a thread that is sent twice is one
  client_id     uuid not null,
  topic         text not null check (topic in ('order', 'payment', 'account', 'tournament', 'content', 'other')),
  subject       text not null check (length(subject) between 1 and 120),
  -- whether it waits for staff, was answered by them, or is closed
  state         text not null check (state in ('waiting', 'answered', 'closed')),
  -- What it is about. The shop and esports know these things, and are asked for them by number.
  order_number  text,
  tournament_id bigint,
  -- path of this site from which it was written, without the language
  page          text check (page like '/%'),
  -- of its newest entry; entries are numbered from 1 without gaps
  last_seq      int not null default 0,
  -- up to which the member has read, and up to which answers were mailed
  read_seq      int not null default 0,
  mailed_seq    int not null default 0,
  created_at    timestamptz not null,
  -- of its newest entry
  updated_at    timestamptz not null,
  -- since when the member waits for an answer
  waiting_since timestamptz,
  closed_at     timestamptz,
  version       bigint not null default 1,
  unique (user_id, client_id),
  constraint support_threads_one_thing check (num_nonnulls(order_number, tournament_id) <= 1),
  constraint support_threads_waiting check ((state = 'waiting') = (waiting_since is not null)),
  constraint support_threads_closed check ((state = 'closed') = (closed_at is not null))
);
create index support_threads_mine on people.support_threads (user_id, updated_at desc, id desc);
create index support_threads_waiting on people.support_threads (waiting_since, id) where state = 'waiting';
create index support_threads_state on people.support_threads (state, updated_at desc, id desc);
create index support_threads_over on people.support_threads (closed_at) where state = 'closed';

-- What was written there, and what happened to it.
create table people.support_messages (
  thread_id  bigint not null references people.support_threads on delete cascade,
  seq        int not null,
  kind       text not null check (kind in ('text', 'closed', 'reopened')),
  -- none: the clock did it
  side       text check (side in ('member', 'staff')),
  -- none: the command line, or somebody whose account is gone
  author_id  bigint references people.users on delete set null,
  text       text not null default '' check (length(text) <= 2000),
  pictures   uuid[] not null default '{}'::uuid[] check (cardinality(pictures) <= 4),
  client_id  uuid,
  created_at timestamptz not null,
  primary key (thread_id, seq)
);
create unique index support_messages_client on people.support_messages (thread_id, author_id, client_id) where client_id is not null;
create index support_messages_author on people.support_messages (author_id);

-- Pictures for a message. They are private to the member and staff; without a thread yet, to whoever sent them.
create table people.support_pictures (
  id         uuid primary key,
  user_id    bigint not null references people.users on delete cascade,
  thread_id  bigint references people.support_threads on delete cascade,
  file_key   text not null unique references people.files on delete cascade,
  width      int not null,
  height     int not null,
  created_at timestamptz not null
);
create index support_pictures_thread on people.support_pictures (thread_id);
create index support_pictures_user on people.support_pictures (user_id, created_at);

alter table people.files drop constraint files_dir_check;
alter table people.files add constraint files_dir_check
  check (dir in ('profile', 'team', 'tournament', 'document', 'room', 'support'));

alter table people.mail_switched_off drop constraint mail_switched_off_topic_check;
alter table people.mail_switched_off add constraint mail_switched_off_topic_check
  check (topic in ('receipts', 'orders', 'tournaments', 'support'));

-- An answer of staff is told outside the page too.
drop index people.inbox_messages_to_notice;
create index inbox_messages_to_notice on people.inbox_messages (coalesce(notice_after, created_at), user_id)
  where (stream = 'esports' or kind in ('back_in_stock', 'support_answered')) and noticed_at is null and read_at is null and deleted_at is null;
