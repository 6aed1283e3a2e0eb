//! Rows in bulk, made after the demo's.

use anyhow::Result;
use sqlx::PgPool;

/// Entries of each tournament.
const ENTRIES: i32 = 50;

/// Columns of a published tournament, as the demo's first one has them.
const COPIED: &str = "promoter_id, form, name_en, game_id, category, contestant_type, join_mode, main_players, max_substitutes, documents, \
    prize_baht, registration_start_at, registration_end_at, draw_at, start_at, end_at, published_at, first_entry_at, created_at, updated_at";

/// The first stage of a copied tournament.
const STAGE: &str = "insert into esports.tournament_stages (tournament_id, position, format, settings)
    select id, 1, format, form -> 'stages' -> 0 from esports.tournaments where id = $1";

pub struct Team {
    pub id: i64,
    pub captain: i64,
    pub players: Vec<i64>,
}

/// Copies of the demo's tournaments, each with entries of the demo's teams.
pub async fn tournaments(db: &PgPool, count: i32) -> Result<Vec<i64>> {
    let sql = format!(
        "with source as (select *, row_number() over (order by id) - 1 as position, count(*) over () as all_of_them
                         from esports.tournaments where published_at is not null and contestant_type = 'team')
         insert into esports.tournaments ({COPIED}, name_th, format, capacity, phase, joined, bracket_published_at, finished_at, cancelled_at)
         select {COPIED}, name_th || ' ' || number, format, 64, phase, $2, bracket_published_at, finished_at, cancelled_at
         from generate_series(1, $1) as number join source on source.position = number % source.all_of_them returning id"
    );
    let ids: Vec<i64> = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(count).bind(ENTRIES).fetch_all(db).await?;
    sqlx::query(
        "insert into esports.tournament_stages (tournament_id, position, format, settings)
         select t.id, 1, t.format, t.form -> 'stages' -> 0 from esports.tournaments t where t.id = any($1)",
    )
    .bind(&ids)
    .execute(db)
    .await?;
    sqlx::query(
        "insert into esports.entrants (tournament_id, team_id, status, name, short_name, submitted_at, created_at, updated_at, told_version)
         select t.id, team.id, 'join', team.name, team.short_name, now(), now(), now(), 1
         from unnest($1::bigint[]) as t (id)
         cross join lateral (select id, name, short_name from esports.teams where disbanded_at is null order by (teams.id * 7919 + t.id) % 1009 limit $2) as team",
    )
    .bind(&ids)
    .bind(ENTRIES)
    .execute(db)
    .await?;
    sqlx::query("analyze").execute(db).await?;
    Ok(ids)
}

/// Makes each member who signed in for it the captain of a team of five.
pub async fn captains(db: &PgPool) -> Result<Vec<Team>> {
    sqlx::raw_sql(
        "create temporary table if not exists rush_captains as
           select u.id, row_number() over (order by u.id) as number from people.users u
           where u.email::text ~ '^load-1[0-9]{3}@' and not exists (select from esports.team_members m where m.user_id = u.id);
         insert into people.users (display_name, email, email_verified_at, created_at)
           select 'Rush ' || number || '-' || seat, ('rush-' || number || '-' || seat || '@players.manao.example')::citext, now(), now()
           from rush_captains, generate_series(2, 5) as seat;
         insert into esports.teams (name, short_name, name_key, created_at) select 'Rush ' || number, 'R' || number, 'rush' || number, now() from rush_captains;
         insert into esports.team_members (user_id, team_id, role, joined_at)
           select c.id, t.id, 'captain', now() from rush_captains c join esports.teams t on t.name_key = 'rush' || c.number
           union all
           select u.id, t.id, 'member', now() from rush_captains c join esports.teams t on t.name_key = 'rush' || c.number
           join people.users u on u.email::text ~ ('^rush-' || c.number || '-[2-5]@');
         insert into people.profiles (user_id, first_name_th, last_name_th, first_name_en, last_name_en, birthday, student_type, updated_at)
           select user_id, 'ทดสอบ', 'ความเร็ว', 'Bench', 'Mark', '2000-01-01', 'general', now() from esports.team_members m join esports.teams t on t.id = m.team_id
           where t.name_key like 'rush%' on conflict do nothing;
         insert into people.kyc_numbers (user_id, msisdn, confirmed_at)
           select user_id, '6698' || lpad((user_id % 10000000)::text, 7, '0'), now() from esports.team_members m join esports.teams t on t.id = m.team_id
           where t.name_key like 'rush%' on conflict do nothing;
         analyze;",
    )
    .execute(db)
    .await?;
    let rows: Vec<(i64, i64, Vec<i64>)> = sqlx::query_as(
        "select t.id, min(m.user_id) filter (where m.role = 'captain'), array_agg(m.user_id order by m.role, m.user_id)
         from esports.teams t join esports.team_members m on m.team_id = t.id where t.name_key like 'rush%' group by t.id",
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|(id, captain, players)| Team { id, captain, players }).collect())
}

/// Creates a tournament of the first game that anyone may enter now.
pub async fn open_tournament(db: &PgPool, places: i32) -> Result<i64> {
    let sql = format!(
        "insert into esports.tournaments ({COPIED}, name_th, format, capacity, phase)
         select {COPIED}, 'Rush', 'bracket', $1, 'register' from esports.tournaments where name_th like 'RoV ราชภัฏคัพ%' order by id limit 1 returning id"
    );
    let id: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(places).fetch_one(db).await?;
    sqlx::query("update esports.tournaments set category = 'Open', join_mode = 'auto', documents = '{}' where id = $1")
        .bind(id)
        .execute(db)
        .await?;
    sqlx::query(STAGE).bind(id).execute(db).await?;
    Ok(id)
}

/// Creates a tournament of the sandbox's promoter with this many entrants in review, five players and a student card each.
pub async fn desk(db: &PgPool, entrants: i32) -> Result<i64> {
    let sql = format!(
        "insert into esports.tournaments ({COPIED}, name_th, format, capacity, phase)
         select {COPIED}, 'Desk', 'bracket', 4096, 'register' from esports.tournaments
         where promoter_id = (select id from people.users where email = 'promoter@manao.example') and name_th like 'RoV ราชภัฏคัพ%' order by id limit 1 returning id"
    );
    let id: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(db).await?;
    sqlx::query(STAGE).bind(id).execute(db).await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
        "create temporary table desk as select number, seat from generate_series(1, {entrants}) as number, generate_series(1, 5) as seat;
         insert into people.users (display_name, email, email_verified_at, created_at)
           select 'ผู้เล่น ' || number || '-' || seat, ('desk-' || number || '-' || seat || '@players.manao.example')::citext, now(), now() from desk;
         insert into esports.teams (name, short_name, name_key, created_at) select 'Desk ' || number, 'D' || number, 'desk' || number, now() from desk where seat = 1;
         insert into esports.entrants (tournament_id, team_id, status, name, short_name, submitted_at, created_at, updated_at, told_version)
           select {id}, t.id, 'register', t.name, t.short_name, now(), now(), now(), 1 from esports.teams t where t.name_key like 'desk%';
         insert into esports.entrant_players (entrant_id, tournament_id, user_id, role, position, game_id, display_name)
           select e.id, {id}, u.id, 'main', split_part(split_part(u.email::text, '@', 1), '-', 3)::int, '2' || lpad(u.id::text, 7, '0'), u.display_name
           from people.users u join esports.teams t on t.name_key = 'desk' || split_part(u.email::text, '-', 2) join esports.entrants e on e.team_id = t.id
           where u.email::text like 'desk-%';
         insert into people.files (key, user_id, dir, size_bytes, width, height, uploaded_at, kept_at)
           select 'private/document/desk-' || p.user_id || '.jpg', p.user_id, 'document', 1, 1, 1, now(), now() from esports.entrant_players p where p.tournament_id = {id};
         insert into people.documents (id, user_id, kind, file_key, file_name, uploaded_at)
           select gen_random_uuid(), p.user_id, 'student_card', 'private/document/desk-' || p.user_id || '.jpg', 'card.jpg', now()
           from esports.entrant_players p where p.tournament_id = {id};
         insert into esports.entrant_documents (entrant_id, user_id, kind, document_id, given_at)
           select p.entrant_id, p.user_id, 'student_card', d.id, now() from esports.entrant_players p join people.documents d on d.user_id = p.user_id
           where p.tournament_id = {id} and d.file_key like 'private/document/desk-%';
         analyze;"
    )))
    .execute(db)
    .await?;
    Ok(id)
}
