-- Who a broadcast to these entrants reaches. Nobody plays for two entrants of a tournament, but a captain may act for one and play for none.
create function broadcast_people(entrants bigint[]) returns table (user_id bigint, entrant_id bigint)
language sql stable as $$
  with players as (
    select p.entrant_id, p.user_id from entrant_players p where p.entrant_id = any(entrants) and p.active and p.left_at is null
    union
    select e.id, case when e.team_id is null then e.user_id else acting_captain(e.team_id) end from entrants e where e.id = any(entrants))
  select distinct on (u.id) u.id, p.entrant_id from players p join users u on u.id = p.user_id and u.suspended_at is null
  order by u.id, p.entrant_id
$$;
