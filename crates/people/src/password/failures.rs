//! Counts wrong passwords by the number or e-mail that was typed. A browser that the account knows is counted separately: whatever strangers
//! try, its owner needs no code there.

use chrono::Duration;

use crate::account::KnownDevice;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Days that rows of codes are kept. Codes are counted by the hour; the rows are deleted soon after, because they hold numbers and addresses of
/// people.
const CODES_KEPT_DAYS: i64 = 1;

/// Records a try before it is checked, so that parallel tries get no more checks without a code than sequential ones. Returns whether a code is
/// needed too.
pub async fn count(app: &App, login: &str, known: Option<&KnownDevice>) -> Result<bool, Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let forgotten = now - Duration::hours(app.settings.password_failure_hours.into());
    let failures = sqlx::query_scalar!(
        "insert into people.password_failures as f (login, device, failures, last_at) values ($1, $4, 1, $2)
         on conflict (login, device)
           do update set failures = case when f.last_at < $3 then 1 else least(f.failures, 1000) + 1 end, last_at = $2
         returning failures",
        login,
        now,
        forgotten,
        KnownDevice::counted(known),
    )
    .fetch_one(change.conn())
    .await?;
    change.commit().await?;
    Ok(failures > i32::from(app.settings.password_failures))
}

/// Deletes earlier failures after a login. After a login in a known browser, those of strangers still count: otherwise each login of the owner
/// would give them new tries.
pub async fn forget(change: &mut Change, login: &str, known: Option<&KnownDevice>) -> Result<(), Problem> {
    let device = KnownDevice::counted(known);
    sqlx::query!("delete from people.password_failures where login = $1 and device = $2", login, device)
        .execute(change.conn())
        .await?;
    Ok(())
}

/// Deletes earlier failures of all logins that this person may type.
pub async fn forget_of(change: &mut Change, user_id: i64) -> Result<(), Problem> {
    sqlx::query!(
        "delete from people.password_failures where login in
           (select lower(email::text) from people.users where id = $1 and email_verified_at is not null
            union all select msisdn from people.users where id = $1 and msisdn_verified_at is not null)",
        user_id
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Deletes old failures and codes.
pub async fn purge(app: App) -> anyhow::Result<()> {
    let now = app.now();
    let forgotten = now - Duration::hours(app.settings.password_failure_hours.into());
    sqlx::query!("delete from people.password_failures where last_at < $1", forgotten).execute(&app.db).await?;
    let before = now - Duration::days(CODES_KEPT_DAYS);
    sqlx::query!("delete from people.password_codes where created_at < $1", before).execute(&app.db).await?;
    Ok(())
}
