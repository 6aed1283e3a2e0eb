-- Who waited for something to be back hears of it as of esports messages: outside the page, if nobody reads it there first.
drop index inbox_messages_to_notice;
create index inbox_messages_to_notice on inbox_messages (coalesce(notice_after, created_at), user_id)
  where (stream = 'esports' or kind = 'back_in_stock') and noticed_at is null and read_at is null and deleted_at is null;
