-- Every match between two sides has its room from the draw on, so that nothing that becomes of it is missed.
insert into match_rooms (match_id, home_id, away_id, state)
select m.id, m.home_id, m.away_id, m.state from matches m where m.home_slot is not null
on conflict do nothing;
