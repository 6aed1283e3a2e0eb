//! Mail preferences, and deletion of old rows.

use chrono::TimeDelta;

use super::kinds::Topic;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// How long a row prevents a repeated event from being mailed twice. It holds an address, so it is kept no longer.
const KEPT_DAYS: i64 = 30;
const BATCH: i64 = 5_000;

pub async fn switched_off(app: &App, user_id: i64) -> Result<Vec<Topic>, Problem> {
    let topics =
        sqlx::query_scalar!(r#"select topic as "topic: Topic" from people.mail_switched_off where user_id = $1"#, user_id)
            .fetch_all(&app.db)
            .await?;
    Ok(topics)
}

pub async fn choose(change: &mut Change, user_id: i64, topic: Topic, on: bool) -> Result<(), Problem> {
    if on {
        sqlx::query!("delete from people.mail_switched_off where user_id = $1 and topic = $2", user_id, topic.as_str())
            .execute(change.conn())
            .await?;
    } else {
        let now = change.now();
        // Affects nothing for a deleted person, so an old link changes nothing.
        sqlx::query!(
            "insert into people.mail_switched_off (user_id, topic, at) select id, $2, $3 from people.users where id = $1 on conflict do nothing",
            user_id,
            topic.as_str(),
            now
        )
        .execute(change.conn())
        .await?;
    }
    Ok(())
}

pub async fn purge(app: App) -> anyhow::Result<()> {
    let before = app.now() - TimeDelta::days(KEPT_DAYS);
    loop {
        let gone = sqlx::query!(
            "delete from people.mails where id in (select id from people.mails where created_at < $1 order by created_at limit $2)",
            before,
            BATCH
        )
        .execute(&app.db)
        .await?
        .rows_affected();
        if gone < BATCH.unsigned_abs() {
            return Ok(());
        }
    }
}
