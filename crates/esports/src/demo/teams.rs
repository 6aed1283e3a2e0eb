//! 300 teams of five or six.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::team::fold_name;
use sqlx::PgConnection;

use super::people::{People, Player};
use super::{Demo, Pair};

/// Number of teams, besides the two of the sandbox's captain and rival.
const TEAMS: usize = 298;
/// Most members of a team; each team takes its members from a block of this many players.
pub const LARGEST: usize = 6;
/// Blocks of the first university, where both captains study.
const LIMES_BLOCK: usize = 1;
const PULSE_BLOCK: usize = 121;
const LIMES: (&str, &str) = ("Bangkok Limes", "BL");
const PULSE: (&str, &str) = ("Naga Pulse", "NP");

pub async fn loaded(conn: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from esports.teams where name = $1) as "loaded!""#, LIMES.0)
        .fetch_one(conn)
        .await
}

pub async fn load(conn: &mut PgConnection, demo: &Demo, people: &People, now: DateTime<Utc>) -> anyhow::Result<()> {
    let blocks: Vec<Vec<i64>> = people.players.chunks(LARGEST).map(|block| block.iter().map(Player::id).collect()).collect();
    insert(conn, LIMES, &[&[people.captain, people.john, people.krit], &blocks[LIMES_BLOCK][..4]].concat(), now).await?;
    insert(conn, PULSE, &[&[people.rival], &blocks[PULSE_BLOCK][..5]].concat(), now).await?;
    let others = blocks.iter().enumerate().filter(|(block, _)| ![LIMES_BLOCK, PULSE_BLOCK].contains(block));
    for (number, (_, block)) in others.take(TEAMS).enumerate() {
        let place = &demo.places[number % demo.places.len()];
        // Shifted in each round through the places, so that no name repeats.
        let creature = &demo.creatures[(number / demo.places.len() + number) % demo.creatures.len()];
        let name = name_of(number, place, creature);
        insert(conn, (&name, &short_name(number, place, creature)), &block[..5 + number % 2], now).await?;
    }
    Ok(())
}

fn name_of(number: usize, place: &Pair, creature: &Pair) -> String {
    match number % 5 {
        0 => format!("{}{}", creature.1, place.1),
        1 => format!("{} {}", place.1, creature.0),
        _ => format!("{} {}", place.0, creature.0),
    }
}

fn short_name(number: usize, place: &Pair, creature: &Pair) -> String {
    let initial = |name: &str| name.chars().next().unwrap_or('M').to_ascii_uppercase();
    let (first, second) = (initial(&place.0), initial(&creature.0));
    if number < 60 { format!("{first}{second}") } else { format!("{first}{second}{}", number % 10) }
}

async fn insert(
    conn: &mut PgConnection,
    (name, short_name): (&str, &str),
    members: &[i64],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let founded = now - TimeDelta::days(180);
    let id = sqlx::query_scalar!(
        "insert into esports.teams (name, short_name, name_key, created_at) values ($1, $2, $3, $4) on conflict do nothing returning id",
        name,
        short_name,
        fold_name(name),
        founded
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(id) = id else { return Ok(()) };
    sqlx::query!(
        "insert into esports.team_members (user_id, team_id, role, joined_at)
         select user_id, $2, case position when 1 then 'captain' else 'member' end, $3::timestamptz + position * interval '1 hour'
         from unnest($1::bigint[]) with ordinality as list (user_id, position) on conflict (user_id) do nothing",
        members,
        id,
        founded
    )
    .execute(conn)
    .await?;
    Ok(())
}
