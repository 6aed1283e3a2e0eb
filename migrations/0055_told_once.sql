-- When it was last counted who has read a broadcast.
alter table broadcasts add column looked_at timestamptz;
create index broadcasts_created on broadcasts (created_at);

-- A report waits until those who run the tournament hide the message, or say that it stays.
alter table message_flags add column settled_at timestamptz;
update message_flags f set settled_at = m.hidden_at from messages m where m.id = f.message_id and m.hidden_at is not null;
create index message_flags_open on message_flags (message_id) where settled_at is null;

-- What a side that sits there no more wrote before others came: not for those who sit there now.
create index messages_sides_changed on messages (thread_id, seq) where kind = 'sides_changed';
create function left_behind(m messages) returns boolean language sql stable as $$
  select m.kind = 'text' and m.side in ('home', 'away')
    and coalesce(m.seq < (select max(c.seq) from messages c where c.thread_id = m.thread_id and c.kind = 'sides_changed'), false)
    and not exists (
      select from threads t join matches g on g.id = t.match_id join entrants e on e.id in (g.home_id, g.away_id)
      where t.id = m.thread_id and (case when e.team_id is null then e.user_id else acting_captain(e.team_id) end = m.author_id
        or exists (select from entrant_players p where p.entrant_id = e.id and p.user_id = m.author_id)))
$$;

-- What a message asks for can be given no more: nobody needs to be called to the page for it.
create function asks_in_vain(m inbox_messages, now timestamptz) returns boolean language sql stable as $$
  select exists (select from match_proposals p where p.id = m.proposal_id and (p.state <> 'open' or p.expires_at <= now))
    or m.kind in ('match_reported', 'match_no_show', 'match_disputed') and exists (
      select from matches g where g.id = substring(m.href from '^/esport/match/(\d{1,18})$')::bigint
        and g.state <> case m.kind when 'match_disputed' then 'disputed' else 'submitted' end)
$$;
