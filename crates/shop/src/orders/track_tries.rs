//! The limit on tracking an order with wrong answers: each network by itself, ever more slowly. Nobody is locked out by the tries of others.

use chrono::{DateTime, Duration, Utc};

use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};

/// Tries at one order before a network has to wait.
const FREE: i32 = 5;
/// Free tries once this many networks have tried one order within a day.
const FREE_UNDER_ATTACK: i32 = 1;
const MANY_NETWORKS: i64 = 20;
/// Wait after the free tries; each next wait is twice as long.
const FIRST_WAIT: Duration = Duration::minutes(1);
const LONGEST_WAIT: Duration = Duration::days(1);
/// Time without a try after which tries are deleted.
const KEPT: Duration = Duration::days(7);

/// Returns how long a network must wait after its last try.
fn wait_after(tries: i32, free: i32) -> Duration {
    match u32::try_from(tries - free) {
        Err(_) => Duration::zero(),
        Ok(doubled) => LONGEST_WAIT.min(FIRST_WAIT * 2_i32.pow(doubled.min(15))),
    }
}

/// Counts a try before it is checked, so that many at once are no more than one after another. A number that no order has is counted too, or
/// the refusal would reveal which numbers exist.
///
/// # Errors
/// 429 `too_many_requests` with the seconds to wait.
pub async fn count(app: &App, number: &str, network: &str) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now: DateTime<Utc> = change.now();
    let networks = sqlx::query_scalar!(
        r#"select count(*) as "networks!" from (select from shop.track_tries where number = $1 and last_at > $2 limit $3) tried"#,
        number,
        now - Duration::days(1),
        MANY_NETWORKS,
    )
    .fetch_one(change.conn())
    .await?;
    let free = if networks < MANY_NETWORKS { FREE } else { FREE_UNDER_ATTACK };
    change.lock(&format!("track {number} {network}")).await?;
    let tried = sqlx::query!("select tries, last_at from shop.track_tries where number = $1 and network = $2", number, network)
        .fetch_optional(change.conn())
        .await?
        .filter(|tried| tried.last_at > now - KEPT);
    if let Some(tried) = &tried {
        let wait = tried.last_at + wait_after(tried.tries, free) - now;
        if wait > Duration::zero() {
            return Err(Problem::new(codes::too_many_requests).retry_after(wait.num_seconds().unsigned_abs() + 1));
        }
    }
    sqlx::query!(
        "insert into shop.track_tries (number, network, tries, last_at) values ($1, $2, $3, $4)
         on conflict (number, network) do update set tries = $3, last_at = $4",
        number,
        network,
        tried.map_or(0, |tried| tried.tries) + 1,
        now,
    )
    .execute(change.conn())
    .await?;
    change.commit().await
}

/// Deletes this network's tries at the order, after a right answer.
pub async fn forget(app: &App, number: &str, network: &str) -> Result<(), Problem> {
    sqlx::query!("delete from shop.track_tries where number = $1 and network = $2", number, network).execute(&app.db).await?;
    Ok(())
}

/// Deletes old tries, since they hold addresses of people.
pub async fn purge(app: App) -> anyhow::Result<()> {
    sqlx::query!("delete from shop.track_tries where last_at < $1", app.now() - KEPT).execute(&app.db).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_day() {
        for (tries, minutes) in [(0, 0), (4, 0), (5, 1), (6, 2), (7, 4), (15, 1024), (16, 1440), (40, 1440), (i32::MAX, 1440)] {
            assert_eq!(wait_after(tries, FREE), Duration::minutes(minutes), "{tries}");
        }
        assert_eq!(wait_after(1, FREE_UNDER_ATTACK), FIRST_WAIT);
        // The number of tries that one network has in a week, of ten thousand possible codes.
        let (mut at, mut tries) = (Duration::zero(), 0);
        while at < Duration::days(7) {
            tries += 1;
            at += wait_after(tries, FREE);
        }
        assert!(tries <= 22, "{tries}");
    }
}
