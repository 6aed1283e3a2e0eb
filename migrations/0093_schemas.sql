-- Every table belongs to one owner, and its schema says which. Statements name the schema, so that a test can read who touches what.
-- Programs of before do not find the tables any more: they stop.
create schema kernel;
create schema people;
create schema shop;
create schema esports;

alter table idempotency_keys set schema kernel;
alter table leases set schema kernel;
alter table outbox set schema kernel;
alter table revocations set schema kernel;
alter table schema_floor set schema kernel;
alter table shared_keys set schema kernel;

alter table badges set schema people;
alter table devices set schema people;
alter table document_views set schema people;
alter table documents set schema people;
alter table files set schema people;
alter table identities set schema people;
alter table inbox_messages set schema people;
alter table kyc_numbers set schema people;
alter table legacy_profiles set schema people;
alter table login_attempts set schema people;
alter table mail_switched_off set schema people;
alter table mails set schema people;
alter table notice_settings set schema people;
alter table notices_sent set schema people;
alter table operator_grants set schema people;
alter table organization_types set schema people;
alter table organizations set schema people;
alter table otps set schema people;
alter table password_codes set schema people;
alter table password_failures set schema people;
alter table passwords set schema people;
alter table profiles set schema people;
alter table push_subscriptions set schema people;
alter table refresh_tokens set schema people;
alter table sessions set schema people;
alter table terms_acceptances set schema people;
alter table texts_to_others set schema people;
alter table user_log set schema people;
alter table users set schema people;

alter table app_config set schema shop;
alter table banks set schema shop;
alter table banners set schema shop;
alter table captured_charges set schema shop;
alter table cart_items set schema shop;
alter table carts set schema shop;
alter table code_fingerprints set schema shop;
alter table code_reveals set schema shop;
alter table coupons set schema shop;
alter table delivered_codes set schema shop;
alter table deliveries set schema shop;
alter table flash_sales set schema shop;
alter table games set schema shop;
alter table holds set schema shop;
alter table journals set schema shop;
alter table ledger_entries set schema shop;
alter table order_events set schema shop;
alter table order_lines set schema shop;
alter table orders set schema shop;
alter table partners set schema shop;
alter table payment_channels set schema shop;
alter table payments set schema shop;
alter table payouts set schema shop;
alter table products set schema shop;
alter table provider_cursors set schema shop;
alter table sales_document_series set schema shop;
alter table sales_documents set schema shop;
alter table saved_players set schema shop;
alter table sellers set schema shop;
alter table shelf_games set schema shop;
alter table shelves set schema shop;
alter table stock_alerts set schema shop;
alter table tax_invoices set schema shop;
alter table track_tries set schema shop;
alter table unmatched_charges set schema shop;
alter table user_coupons set schema shop;
alter table user_favorites set schema shop;
alter table voucher_codes set schema shop;
alter table webhook_events set schema shop;

alter table broadcast_entrants set schema esports;
alter table broadcast_readers set schema esports;
alter table broadcasts set schema esports;
alter table captain_reminders set schema esports;
alter table draws set schema esports;
alter table entrant_documents set schema esports;
alter table entrant_exits set schema esports;
alter table entrant_players set schema esports;
alter table entrants set schema esports;
alter table esport_games set schema esports;
alter table group_closures set schema esports;
alter table match_entrants set schema esports;
alter table match_proofs set schema esports;
alter table match_proposals set schema esports;
alter table match_reports set schema esports;
alter table match_results set schema esports;
alter table match_rooms set schema esports;
alter table match_rounds set schema esports;
alter table matches set schema esports;
alter table membership_offers set schema esports;
alter table message_flags set schema esports;
alter table message_reads set schema esports;
alter table messages set schema esports;
alter table mutes set schema esports;
alter table prize_winners set schema esports;
alter table promoter_applications set schema esports;
alter table promoter_revocations set schema esports;
alter table promoter_terms_acceptances set schema esports;
alter table promoters set schema esports;
alter table room_pictures set schema esports;
alter table stage_entrants set schema esports;
alter table survivor_maps set schema esports;
alter table team_members set schema esports;
alter table teams set schema esports;
alter table threads set schema esports;
alter table tournament_invitations set schema esports;
alter table tournament_notices set schema esports;
alter table tournament_rankings set schema esports;
alter table tournament_revisions set schema esports;
alter table tournament_staff set schema esports;
alter table tournament_stages set schema esports;
alter table tournaments set schema esports;

alter function acting_captain(team bigint) set schema esports;
alter function append_only() set schema kernel;
alter function asks_in_vain(people.inbox_messages, now timestamp with time zone) set schema esports;
alter function brackets_changed() set schema esports;
alter function broadcast_people(entrants bigint[]) set schema esports;
alter function broadcast_read() set schema esports;
alter function catalogue_changed() set schema shop;
alter function delivered_code_stays() set schema shop;
alter function email_identity(email text) set schema people;
alter function entrant_threads() set schema esports;
alter function entrants_changed() set schema esports;
alter function entrants_follow_person() set schema esports;
alter function entrants_follow_team() set schema esports;
alter function entrants_lose_member() set schema esports;
alter function entrants_team_stands() set schema esports;
alter function entries_counted() set schema esports;
alter function journal_is_balanced() set schema shop;
alter function left_behind(esports.messages) set schema esports;
alter function match_threads() set schema esports;
alter function pieces_had(wanted_kind text, wanted_ref bigint, of_accounts bigint[], by_number text) set schema shop;
alter function register_code() set schema shop;
alter function search_fold(name text) set schema kernel;
alter function sold_code_stays() set schema shop;
alter function tournament_changed() set schema esports;
alter function tournament_is_due() set schema esports;
alter function tournament_over_at(esports.tournaments) set schema esports;

create or replace function esports.acting_captain(team bigint)
 returns bigint
 language sql
 stable
as $$
  select m.user_id from esports.team_members m join people.users u on u.id = m.user_id
  where m.team_id = team and u.suspended_at is null
  order by m.role = 'captain' desc, m.joined_at, m.user_id limit 1
$$;

create or replace function esports.asks_in_vain(m people.inbox_messages, now timestamp with time zone)
 returns boolean
 language sql
 stable
as $$
  select exists (select from esports.match_proposals p where p.id = m.proposal_id and (p.state <> 'open' or p.expires_at <= now))
    or m.kind in ('match_reported', 'match_no_show', 'match_disputed') and exists (
      select from esports.matches g where g.id = substring(m.href from '^/esport/match/(\d{1,18})$')::bigint
        and g.state <> case m.kind when 'match_disputed' then 'disputed' else 'submitted' end)
$$;

create or replace function esports.broadcast_people(entrants bigint[])
 returns table(user_id bigint, entrant_id bigint)
 language sql
 stable
as $$
  with players as (
    select p.entrant_id, p.user_id from esports.entrant_players p where p.entrant_id = any(entrants) and p.active and p.left_at is null
    union
    select e.id, case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end from esports.entrants e where e.id = any(entrants))
  select distinct on (u.id) u.id, p.entrant_id from players p join people.users u on u.id = p.user_id and u.suspended_at is null
  order by u.id, p.entrant_id
$$;

create or replace function esports.broadcast_read()
 returns trigger
 language plpgsql
as $$
begin
  update esports.broadcast_readers set read_at = new.read_at where inbox_id = new.id and read_at is null;
  return null;
end $$;

create or replace function esports.entrant_threads()
 returns trigger
 language plpgsql
as $$
begin
  insert into esports.threads (entrant_id) select id from made order by id on conflict do nothing;
  return null;
end $$;

create or replace function esports.entrants_follow_person()
 returns trigger
 language plpgsql
as $$
begin
  update esports.entrants set name = new.display_name, short_name = left(new.display_name, 12), logo = new.picture
  where user_id = new.id and locked_at is null and status in ('incomplete_team', 'register', 'join', 'invalid', 'waitlist');
  update esports.entrant_players p set display_name = new.display_name from esports.entrants e
  where p.user_id = new.id and p.active and e.id = p.entrant_id and e.locked_at is null;
  return null;
end $$;

create or replace function esports.entrants_follow_team()
 returns trigger
 language plpgsql
as $$
begin
  update esports.entrants set name = new.name, short_name = new.short_name, logo = new.logo
  where team_id = new.id and locked_at is null and status in ('incomplete_team', 'register', 'join', 'invalid', 'waitlist');
  return null;
end $$;

create or replace function esports.entrants_lose_member()
 returns trigger
 language plpgsql
as $$
begin
  update esports.entrant_players p set left_at = now(), active = e.locked_at is not null
  from esports.entrants e
  where p.user_id = old.user_id and p.active and p.left_at is null and e.id = p.entrant_id and e.team_id = old.team_id;
  return null;
end $$;

create or replace function esports.entrants_team_stands()
 returns trigger
 language plpgsql
as $$
begin
  perform from esports.teams where id = new.team_id and disbanded_at is null for key share;
  if not found then
    raise exception 'the team was disbanded' using errcode = 'serialization_failure';
  end if;
  return new;
end $$;

create or replace function shop.journal_is_balanced()
 returns trigger
 language plpgsql
as $$
declare total bigint;
begin
  select sum(amount_satang) into total from shop.ledger_entries where journal_id = new.journal_id;
  if total <> 0 then raise exception 'journal % does not balance: %', new.journal_id, total using errcode = 'check_violation'; end if;
  return null;
end $$;

create or replace function esports.left_behind(m esports.messages)
 returns boolean
 language sql
 stable
as $$
  select m.kind = 'text' and m.side in ('home', 'away')
    and coalesce(m.seq < (select max(c.seq) from esports.messages c where c.thread_id = m.thread_id and c.kind = 'sides_changed'), false)
    and not exists (
      select from esports.threads t join esports.matches g on g.id = t.match_id join esports.entrants e on e.id in (g.home_id, g.away_id)
      where t.id = m.thread_id and (case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end = m.author_id
        or exists (select from esports.entrant_players p where p.entrant_id = e.id and p.user_id = m.author_id)))
$$;

create or replace function esports.match_threads()
 returns trigger
 language plpgsql
as $$
begin
  insert into esports.threads (match_id) select id from made where home_slot is not null order by id on conflict do nothing;
  return null;
end $$;

create or replace function shop.pieces_had(wanted_kind text, wanted_ref bigint, of_accounts bigint[], by_number text)
 returns bigint
 language sql
 stable parallel safe
as $$
  select coalesce(sum(h.quantity), 0)::bigint from shop.holds h
  where h.kind = wanted_kind and h.ref_id = wanted_ref and h.state in ('held', 'used')
    and h.order_id in (select o.id from shop.orders o where o.user_id = any(of_accounts)
                       union select p.order_id from shop.payments p where p.msisdn = by_number and p.status in ('created', 'awaiting'))
$$;

create or replace function shop.register_code()
 returns trigger
 language plpgsql
as $$
begin
  if new.fingerprint is not null and not new.duplicate
     and (tg_op = 'INSERT' or new.fingerprint is distinct from old.fingerprint or old.duplicate) then
    insert into shop.code_fingerprints (fingerprint) values (new.fingerprint);
  end if;
  return null;
end $$;

create or replace function esports.tournament_over_at(t esports.tournaments)
 returns timestamp with time zone
 language sql
 immutable
as $$ select coalesce(t.cancelled_at, t.finished_at, t.end_at) $$;


update kernel.schema_floor set version = 93;

