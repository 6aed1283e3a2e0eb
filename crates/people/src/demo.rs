//! People of the demo. This crate writes them; the callers define who they are.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::account::TERMS_VERSION;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// New people, one column per field.
#[derive(Default)]
pub struct DemoPeople {
    pub names: Vec<String>,
    pub emails: Vec<String>,
    pub numbers: Vec<String>,
    pub first_th: Vec<String>,
    pub last_th: Vec<String>,
    pub first_en: Vec<String>,
    pub last_en: Vec<String>,
    pub birthdays: Vec<NaiveDate>,
    pub levels: Vec<Option<String>>,
    pub academies: Vec<Option<i64>>,
}

impl DemoPeople {
    /// Inserts the people and returns their ids, in order.
    pub async fn insert(&self, conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<i64>> {
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

/// Inserts a person whom the sandbox's login knows; an existing account is left as it is.
pub async fn insert_known(
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

/// Sets a person's public name.
pub async fn rename(conn: &mut PgConnection, user_id: i64, name: &str) -> sqlx::Result<()> {
    sqlx::query!("update people.users set display_name = $2 where id = $1", user_id, name).execute(conn).await?;
    Ok(())
}

/// Adds a document whose file is already stored.
pub async fn insert_document(
    change: &mut Change,
    user_id: i64,
    (kind, file_key): (&str, &str),
    uploaded_at: DateTime<Utc>,
) -> Result<Uuid, Problem> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into people.documents (id, user_id, kind, file_key, file_name, uploaded_at) values ($1, $2, $3, $4, $5, $6)",
        id,
        user_id,
        kind,
        file_key,
        format!("{kind}.jpg"),
        uploaded_at
    )
    .execute(change.conn())
    .await?;
    Ok(id)
}
