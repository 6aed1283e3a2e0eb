//! Members who are signed in without a login provider. Their sessions are written into the shop's database, and their tokens signed with its
//! secret.

use anyhow::{Context, Result};
use manao_hub::token::Keys;
use sqlx::PgPool;

use crate::shop::{Member, SECRET};

/// The longest that a token may live.
pub const TOKEN_SECONDS: i64 = 86_400;

/// Signs these people in, each with a session and the terms accepted, in the order given.
pub async fn sign_in(db: &PgPool, people: &[i64]) -> Result<Vec<Member>> {
    // The demo's people have accepted the terms that the shop shows.
    sqlx::query(
        "insert into people.terms_acceptances (user_id, version, accepted_at)
         select id, (select version from people.terms_acceptances order by accepted_at desc limit 1), now() from unnest($1::bigint[]) as id
         on conflict do nothing",
    )
    .bind(people)
    .execute(db)
    .await?;
    let sessions: Vec<(i64, String)> = sqlx::query_as(
        "insert into people.sessions (id, user_id, created_at, last_used_at, expires_at)
         select gen_random_uuid(), id, now(), now(), now() + interval '2 days' from unnest($1::bigint[]) as id returning user_id, id::text",
    )
    .bind(people)
    .fetch_all(db)
    .await?;
    let sessions: std::collections::HashMap<i64, String> = sessions.into_iter().collect();
    let (keys, now) = (Keys::hs256(SECRET.as_bytes(), "manao"), chrono::Utc::now().timestamp());
    let member = |id: &i64| {
        let session = sessions.get(id).context("no session")?;
        let token = keys.sign_access(&keys.access(&id.to_string(), session, now, TOKEN_SECONDS))?;
        anyhow::Ok(Member { token })
    };
    people.iter().map(member).collect()
}
