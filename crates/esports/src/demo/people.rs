//! 2,000 players with Thai and English names, and the people that the sandbox's login knows.

use chrono::{DateTime, Datelike as _, NaiveDate, TimeDelta, Utc};
use manao_domain::profile::EducationLevel;
use rand::RngExt as _;
use rand::rngs::StdRng;
use sqlx::PgConnection;

use super::Demo;
use manao_kernel::access::{PROMOTER_TERMS_VERSION, TERMS_VERSION};

pub const PLAYERS: usize = 2000;

/// By their ids.
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

/// Name of login, display name, first and last name in Thai and English, e-mail, number; as the sandbox's people are.
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
    let mut rows = Rows::default();
    for number in 0..PLAYERS {
        rows.player(number, demo, rng, &schools, &universities, now);
    }
    let ids = rows.insert(conn, now).await?;
    let players: Vec<Player> = ids.into_iter().map(Player).collect();
    let mut known = Vec::new();
    // Students of one university, so that their teams may enter what is held for students.
    for (login, display_name, names, number) in KNOWN {
        known.push(one(conn, login, display_name, names, number, universities[0], now).await?);
    }
    promoters(conn, &[known[0], players[PLAYERS - 1].id(), players[PLAYERS - 2].id()], now).await?;
    Ok(People { players, captain: known[1], rival: known[2], john: known[3], krit: known[4] })
}

async fn academies(conn: &mut PgConnection, level: EducationLevel) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("select id from people.organizations where type = $1 order by code limit 40", level.as_str())
        .fetch_all(conn)
        .await
}

/// Columns of the new people.
#[derive(Default)]
struct Rows {
    names: Vec<String>,
    emails: Vec<String>,
    numbers: Vec<String>,
    first_th: Vec<String>,
    last_th: Vec<String>,
    first_en: Vec<String>,
    last_en: Vec<String>,
    birthdays: Vec<NaiveDate>,
    levels: Vec<Option<String>>,
    academies: Vec<Option<i64>>,
}

impl Rows {
    /// Players of one team follow each other: seven each, at one school, at one university or anywhere.
    fn player(
        &mut self,
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
        self.names.push(name);
        self.emails.push(format!("player-{}@players.manao.example", number + 1));
        self.numbers.push(format!("6697{number:07}"));
        self.first_th.push(first.0.clone());
        self.first_en.push(first.1.clone());
        self.last_th.push(last.0.clone());
        self.last_en.push(last.1.clone());
        self.birthdays.push(NaiveDate::from_ymd_opt(year, rng.random_range(1..13), rng.random_range(1..29)).unwrap_or_default());
        self.levels.push(level.map(|level| level.as_str().to_owned()));
        self.academies.push(academy);
    }

    /// Their ids, in order.
    async fn insert(&self, conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<i64>> {
        let joined = now - TimeDelta::days(200);
        let ids = sqlx::query_scalar!(
            "with made as (
               insert into people.users (display_name, email, email_verified_at, msisdn, msisdn_verified_at, synced_at, created_at)
               select name, email::citext, $3, number, $3, $3, $3 from unnest($1::text[], $2::text[], $4::text[]) with ordinality as list (name, email, number, position)
               order by position returning id)
             select id from made order by id",
            &self.names,
            &self.emails,
            joined,
            &self.numbers,
        )
        .fetch_all(&mut *conn)
        .await?;
        sqlx::query!(
            "insert into people.profiles (user_id, first_name_th, last_name_th, first_name_en, last_name_en, birthday, student_type, education_level, academy_id,
                                   workplace, updated_at)
             select id, first_th, last_th, first_en, last_en, birthday, case when level is null then 'general' else 'student' end, level, academy,
                    case when level is null then 'Siam Office' end, $10
             from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::date[], $7::text[], $8::bigint[], $9::text[])
                  as list (id, first_th, last_th, first_en, last_en, birthday, level, academy, number)",
            &ids,
            &self.first_th,
            &self.last_th,
            &self.first_en,
            &self.last_en,
            &self.birthdays,
            &self.levels as &[Option<String>],
            &self.academies as &[Option<i64>],
            &self.numbers,
            joined,
        )
        .execute(&mut *conn)
        .await?;
        sqlx::query!(
            "insert into people.kyc_numbers (user_id, msisdn, confirmed_at) select * from unnest($1::bigint[], $2::text[]) cross join (select $3::timestamptz) as at",
            &ids,
            &self.numbers,
            joined
        )
        .execute(&mut *conn)
        .await?;
        sqlx::query!(
            "insert into people.terms_acceptances (user_id, version, accepted_at) select id, $2, $3 from unnest($1::bigint[]) as id",
            &ids,
            TERMS_VERSION,
            joined
        )
        .execute(conn)
        .await?;
        Ok(ids)
    }
}

/// Somebody whom the sandbox's login knows; an account that is there already is left as it is.
async fn one(
    conn: &mut PgConnection,
    login: &str,
    display_name: &str,
    [first_th, last_th, first_en, last_en]: [&str; 4],
    number: &str,
    academy_id: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    let email = format!("{login}@manao.example");
    let known = sqlx::query_scalar!(
        "select id from people.users where email = $1::text::citext and email_verified_at is not null",
        email
    )
    .fetch_optional(&mut *conn)
    .await?;
    let id = match known {
        Some(id) => id,
        None => {
            sqlx::query_scalar!(
                "insert into people.users (display_name, email, email_verified_at, created_at) values ($1, $2::text::citext, $3, $3) returning id",
                display_name,
                email,
                now
            )
            .fetch_one(&mut *conn)
            .await?
        }
    };
    sqlx::query!(
        "insert into people.profiles (user_id, first_name_th, last_name_th, first_name_en, last_name_en, birthday, student_type, education_level, academy_id, updated_at)
         values ($1, $2, $3, $4, $5, '2004-05-12', 'student', 'university', $6, $7) on conflict do nothing",
        id,
        first_th,
        last_th,
        first_en,
        last_en,
        academy_id,
        now
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "insert into people.kyc_numbers (user_id, msisdn, confirmed_at) values ($1, $2, $3) on conflict do nothing",
        id,
        number,
        now
    )
    .execute(conn)
    .await?;
    Ok(id)
}

async fn promoters(conn: &mut PgConnection, ids: &[i64], now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into esports.promoters (user_id, approved_at, expires_at) select id, $2, $3 from unnest($1::bigint[]) as id on conflict do nothing",
        ids,
        now - TimeDelta::days(120),
        now + TimeDelta::days(245)
    )
    .execute(&mut *conn)
    .await?;
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
    // Associations, by the names that others see.
    sqlx::query!("update people.users set display_name = 'Isan Esports Club' where id = $1", ids[1]).execute(&mut *conn).await?;
    sqlx::query!("update people.users set display_name = 'ชมรมอีสปอร์ตล้านนา' where id = $1", ids[2]).execute(conn).await?;
    Ok(())
}
