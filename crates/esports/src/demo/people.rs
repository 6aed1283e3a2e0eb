//! 2,000 players with Thai and English names, and the people with a login in the sandbox.

use chrono::{DateTime, Datelike as _, NaiveDate, TimeDelta, Utc};
use manao_domain::profile::EducationLevel;
use rand::RngExt as _;
use rand::rngs::StdRng;
use sqlx::PgConnection;

use super::Demo;
use crate::promoters::PROMOTER_TERMS_VERSION;
use manao_people::account;
use manao_people::demo::{DemoPeople, insert_known, rename};

pub const PLAYERS: usize = 2000;

/// The people of the demo, by id.
pub struct People {
    pub players: Vec<Player>,
    pub captain: i64,
    pub rival: i64,
    pub john: i64,
    pub krit: i64,
}

pub struct Player(i64);

impl Player {
    pub fn id(&self) -> i64 {
        self.0
    }
}

/// Login, display name, first and last name in Thai and English, and number of the sandbox's people.
const KNOWN: [(&str, &str, [&str; 4], &str); 5] = [
    ("promoter", "สมาคมเกมกรุงเทพ", ["ธนกร", "จัดแข่ง", "Thanakorn", "Jatkhaeng"], "66812345679"),
    ("captain", "ploy.th", ["ชลธิชา", "นำทีม", "Chonthicha", "Namteam"], "66823456711"),
    ("rival", "Phupha", ["ภูผา", "คู่แข่ง", "Phupha", "Khukhaeng"], "66823456712"),
    ("john", "jcarter", ["จอห์น", "คาร์เตอร์", "John", "Carter"], "66823456713"),
    ("krit", "kritW", ["กฤษณ์", "วงศ์ไทย", "Krit", "Wongthai"], "66812345675"),
];

pub async fn load(conn: &mut PgConnection, demo: &Demo, rng: &mut StdRng, now: DateTime<Utc>) -> anyhow::Result<People> {
    let schools = academies(conn, EducationLevel::School).await?;
    let universities = academies(conn, EducationLevel::University).await?;
    anyhow::ensure!(!schools.is_empty() && !universities.is_empty(), "no schools and universities: run manao migrate first");
    let mut rows = DemoPeople::default();
    for number in 0..PLAYERS {
        add_player(&mut rows, number, demo, rng, &schools, &universities, now);
    }
    let ids = rows.insert(conn, now).await?;
    let players: Vec<Player> = ids.into_iter().map(Player).collect();
    let mut known = Vec::new();
    // Students of one university, so that their teams may enter tournaments for students.
    for (login, display_name, names, number) in KNOWN {
        known.push(insert_known(conn, login, display_name, names, number, universities[0], now).await?);
    }
    promoters(conn, &[known[0], players[PLAYERS - 1].id(), players[PLAYERS - 2].id()], now).await?;
    Ok(People { players, captain: known[1], rival: known[2], john: known[3], krit: known[4] })
}

async fn academies(conn: &mut PgConnection, level: EducationLevel) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("select id from people.organizations where type = $1 order by code limit 40", level.as_str())
        .fetch_all(conn)
        .await
}

/// Adds a player. Players of one team follow each other: seven each, at one school, at one university or anywhere.
fn add_player(
    people: &mut DemoPeople,
    number: usize,
    demo: &Demo,
    rng: &mut StdRng,
    schools: &[i64],
    universities: &[i64],
    now: DateTime<Utc>,
) {
    let block = number / super::teams::LARGEST;
    let tag = &demo.tags[rng.random_range(0..demo.tags.len())];
    let name = match number % 4 {
        0 => tag.clone(),
        1 => format!("{tag}{}", rng.random_range(2..100)),
        2 => format!("{tag}TH"),
        _ => format!("xX{tag}"),
    };
    let (first, last) = (
        &demo.first_names[rng.random_range(0..demo.first_names.len())],
        &demo.last_names[rng.random_range(0..demo.last_names.len())],
    );
    let (level, academy, age) = match block % 3 {
        0 => (Some(EducationLevel::School), Some(schools[(block / 3) % schools.len()]), 14..18),
        1 => (Some(EducationLevel::University), Some(universities[(block / 3) % universities.len()]), 18..23),
        _ => (None, None, 19..31),
    };
    let year = now.year() - rng.random_range(age);
    people.names.push(name);
    people.emails.push(format!("player-{}@players.manao.example", number + 1));
    people.numbers.push(format!("6697{number:07}"));
    people.first_th.push(first.0.clone());
    people.first_en.push(first.1.clone());
    people.last_th.push(last.0.clone());
    people.last_en.push(last.1.clone());
    people.birthdays.push(NaiveDate::from_ymd_opt(year, rng.random_range(1..13), rng.random_range(1..29)).unwrap_or_default());
    people.levels.push(level.map(|level| level.as_str().to_owned()));
    people.academies.push(academy);
}

async fn promoters(conn: &mut PgConnection, ids: &[i64], now: DateTime<Utc>) -> sqlx::Result<()> {
    let until = now + TimeDelta::days(245);
    sqlx::query!(
        "insert into esports.promoters (user_id, approved_at, expires_at) select id, $2, $3 from unnest($1::bigint[]) as id on conflict do nothing",
        ids,
        now - TimeDelta::days(120),
        until
    )
    .execute(&mut *conn)
    .await?;
    for id in ids {
        account::set_promoter_until(conn, *id, Some(until)).await?;
    }
    sqlx::query!(
        "with accepted as (insert into esports.promoter_terms_acceptances (user_id, version, accepted_at)
                           select id, $2, $3 from unnest($1::bigint[]) as id on conflict do nothing)
         insert into esports.promoter_applications (user_id, status, renewal, terms_version, submitted_at, decided_at)
         select id, 'approved', false, $2, $3, $4 from unnest($1::bigint[]) as id
         where not exists (select from esports.promoter_applications a where a.user_id = id)",
        ids,
        PROMOTER_TERMS_VERSION,
        now - TimeDelta::days(122),
        now - TimeDelta::days(120)
    )
    .execute(&mut *conn)
    .await?;
    // Associations, renamed to their public names.
    rename(conn, ids[1], "Isan Esports Club").await?;
    rename(conn, ids[2], "ชมรมอีสปอร์ตล้านนา").await?;
    Ok(())
}
