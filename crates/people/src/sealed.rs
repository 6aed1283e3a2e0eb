//! Values of people that are sealed, and their renewal with the present key.

use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::sealing::Sealer;

use crate::account::session::id_token_of;
use crate::profile::belongs_to;
use crate::staff::totp_of;

/// Rows of one transaction.
const BATCH: i64 = 200;

/// Seals everything again that another key sealed, in batches; returns the number of values. What does not open is left as it is, and logged.
///
/// # Errors
/// When the database is unavailable.
pub async fn reseal(app: &App) -> Result<u64, Problem> {
    let sealer = Sealer::from_app(app)?;
    Ok(profiles(app, &sealer).await?
        + sessions(app, &sealer).await?
        + mails(app, &sealer).await?
        + totp_factors(app, &sealer).await?)
}

fn renewed(sealer: &Sealer, sealed: Option<&[u8]>, belongs_to: &[u8]) -> Option<Vec<u8>> {
    let fresh = sealer.renew(sealed?, belongs_to);
    fresh.inspect_err(|error| tracing::error!(%error, "a sealed value does not open: it is left as it is")).ok()
}

async fn profiles(app: &App, sealer: &Sealer) -> Result<u64, Problem> {
    let (mut after, mut count) = (0, 0);
    loop {
        let mut change = app.change().await?;
        let rows = sqlx::query!(
            "select user_id, id_card_sealed, student_card_sealed from people.profiles
             where user_id > $1 and (substring(id_card_sealed from 1 for 8) <> $2 or substring(student_card_sealed from 1 for 8) <> $2)
             order by user_id limit $3 for update",
            after,
            sealer.prefix(),
            BATCH
        )
        .fetch_all(change.conn())
        .await?;
        let Some(last) = rows.last() else { return Ok(count) };
        after = last.user_id;
        for row in &rows {
            let id_card = renewed(sealer, row.id_card_sealed.as_deref(), &belongs_to(row.user_id, "id_card"));
            let student_card = renewed(sealer, row.student_card_sealed.as_deref(), &belongs_to(row.user_id, "student_card"));
            count += u64::from(id_card.is_some()) + u64::from(student_card.is_some());
            sqlx::query!(
                "update people.profiles set id_card_sealed = coalesce($2, id_card_sealed), student_card_sealed = coalesce($3, student_card_sealed)
                 where user_id = $1",
                row.user_id,
                id_card,
                student_card
            )
            .execute(change.conn())
            .await?;
        }
        change.commit().await?;
    }
}

async fn sessions(app: &App, sealer: &Sealer) -> Result<u64, Problem> {
    let (mut after, mut count) = (uuid::Uuid::nil(), 0);
    loop {
        let mut change = app.change().await?;
        let rows = sqlx::query!(
            r#"select id, id_token as "id_token!" from people.sessions where id > $1 and substring(id_token from 1 for 8) <> $2
               order by id limit $3 for update"#,
            after,
            sealer.prefix(),
            BATCH
        )
        .fetch_all(change.conn())
        .await?;
        let Some(last) = rows.last() else { return Ok(count) };
        after = last.id;
        for row in &rows {
            let Some(fresh) = renewed(sealer, Some(&row.id_token), &id_token_of(row.id)) else { continue };
            sqlx::query!("update people.sessions set id_token = $2 where id = $1", row.id, fresh).execute(change.conn()).await?;
            count += 1;
        }
        change.commit().await?;
    }
}

async fn mails(app: &App, sealer: &Sealer) -> Result<u64, Problem> {
    let (mut after, mut count) = (uuid::Uuid::nil(), 0);
    loop {
        let mut change = app.change().await?;
        let rows = sqlx::query!(
            r#"select id, code_sealed as "code_sealed!" from people.mails where id > $1 and substring(code_sealed from 1 for 8) <> $2
               order by id limit $3 for update"#,
            after,
            sealer.prefix(),
            BATCH
        )
        .fetch_all(change.conn())
        .await?;
        let Some(last) = rows.last() else { return Ok(count) };
        after = last.id;
        for row in &rows {
            let Some(fresh) = renewed(sealer, Some(&row.code_sealed), row.id.as_bytes()) else { continue };
            sqlx::query!("update people.mails set code_sealed = $2 where id = $1", row.id, fresh).execute(change.conn()).await?;
            count += 1;
        }
        change.commit().await?;
    }
}

async fn totp_factors(app: &App, sealer: &Sealer) -> Result<u64, Problem> {
    let mut change = app.change().await?;
    // As many as there are staff.
    let rows = sqlx::query!("select user_id, secret, new_secret from people.totp_factors order by user_id for update")
        .fetch_all(change.conn())
        .await?;
    let mut count = 0;
    let current = sealer.prefix();
    for row in &rows {
        let fresh = [&row.secret, &row.new_secret].map(|sealed| {
            let old = sealed.as_deref().filter(|sealed| !sealed.starts_with(&current));
            renewed(sealer, old, &totp_of(row.user_id))
        });
        count += u64::from(fresh[0].is_some()) + u64::from(fresh[1].is_some());
        let [secret, new_secret] = fresh;
        sqlx::query!(
            "update people.totp_factors set secret = coalesce($2, secret), new_secret = coalesce($3, new_secret) where user_id = $1",
            row.user_id,
            secret,
            new_secret
        )
        .execute(change.conn())
        .await?;
    }
    change.commit().await?;
    Ok(count)
}
