-- Who is not on the page hears of esports messages by Web Push or mail, once for each message. All times UTC.

-- A browser that takes pushes. Its keys encrypt for it alone.
create table push_subscriptions (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users on delete cascade,
  -- the session that it was made in: once that is ended (not merely expired), this device hears nothing more
  session_id uuid not null,
  endpoint   text not null unique check (length(endpoint) <= 1024),
  p256dh     bytea not null check (length(p256dh) = 65),
  auth       bytea not null check (length(auth) = 16),
  created_at timestamptz not null,
  -- since when its push service refuses what we send
  failed_at  timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id, id);
create index push_subscriptions_session on push_subscriptions (session_id);
create index push_subscriptions_failed on push_subscriptions (failed_at) where failed_at is not null;

-- No row: push where there is a subscription, no mail, no quiet hours.
create table notice_settings (
  user_id    bigint primary key references users on delete cascade,
  push       boolean not null default true,
  mail       text not null default 'off' check (mail in ('off', 'instead', 'always')),
  -- minutes of the day in Bangkok; what is written between them waits
  quiet_from int check (quiet_from between 0 and 1439),
  quiet_to   int check (quiet_to between 0 and 1439),
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from <> quiet_to)
);

alter table inbox_messages
  -- when it was told outside the page, or seen that nobody is to be told so
  add column noticed_at   timestamptz,
  -- it waits for the end of quiet hours
  add column notice_after timestamptz;
update inbox_messages set noticed_at = created_at where stream = 'esports';
create index inbox_messages_to_notice on inbox_messages (coalesce(notice_after, created_at), user_id)
  where stream = 'esports' and noticed_at is null and read_at is null and deleted_at is null;

-- What was sent, written before it is sent: a worker that dies between loses a notice rather than telling it twice.
create table notices_sent (
  inbox_message_id bigint not null references inbox_messages on delete cascade,
  way              text not null check (way in ('push', 'mail')),
  subscription_id  bigint references push_subscriptions on delete cascade,
  at               timestamptz not null,
  check ((way = 'push') = (subscription_id is not null)),
  unique nulls not distinct (inbox_message_id, way, subscription_id)
);
create index notices_sent_subscription on notices_sent (subscription_id) where subscription_id is not null;

-- A mail's own link switches these off too.
alter table mail_switched_off drop constraint mail_switched_off_topic_check;
alter table mail_switched_off add constraint mail_switched_off_topic_check check (topic in ('receipts', 'orders', 'tournaments'));
