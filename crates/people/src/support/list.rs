//! Lists of threads.

use serde::Deserialize;
use utoipa::IntoParams;

use super::shapes::{SupportSide, SupportState, SupportThreadSummary, SupportTopic};
use manao_kernel::app::App;
use manao_kernel::database::one_moment;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::Problem;

/// Characters of a message that a list shows.
const SHORT: i32 = 160;

/// Filter of the staff's list.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SupportFilter {
    /// All open ones when absent
    #[serde(default)]
    pub state: Option<SupportState>,
    #[serde(default)]
    pub topic: Option<SupportTopic>,
}

/// Returns a member's threads, the newest first.
pub async fn mine(app: &App, user_id: i64, paging: Paging) -> Result<Page<SupportThreadSummary>, Problem> {
    let mut tx = one_moment(&app.db).await?;
    let items = sqlx::query_as!(
        SupportThreadSummary,
        r#"select t.id, t.topic as "topic: SupportTopic", t.subject, t.state as "state: SupportState", t.order_number, t.tournament_id,
                  t.created_at, t.updated_at, t.waiting_since, left(l.text, $4) as "last_text!", l.side as "last_side!: SupportSide",
                  (select count(*) from people.support_messages m
                   where m.thread_id = t.id and m.seq > t.read_seq and m.side = 'staff' and m.kind = 'text') as "unread!",
                  null::text as member_name
           from people.support_threads t cross join lateral (
             select text, side from people.support_messages m where m.thread_id = t.id and m.kind = 'text' order by m.seq desc limit 1) l
           where t.user_id = $1 order by t.updated_at desc, t.id desc limit $2 offset $3"#,
        user_id,
        paging.limit(),
        paging.offset(),
        SHORT
    )
    .fetch_all(&mut *tx)
    .await?;
    let total = sqlx::query_scalar!(r#"select count(*) as "count!" from people.support_threads where user_id = $1"#, user_id)
        .fetch_one(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(Page::new(paging, items, total))
}

/// Returns the threads of all members: those that wait first, the longest wait at the top; then the others, the newest first.
pub async fn all(app: &App, filter: SupportFilter, paging: Paging) -> Result<Page<SupportThreadSummary>, Problem> {
    let (state, topic) = (filter.state.map(SupportState::as_str), filter.topic.map(SupportTopic::as_str));
    let mut tx = one_moment(&app.db).await?;
    let items = sqlx::query_as!(
        SupportThreadSummary,
        r#"select t.id, t.topic as "topic: SupportTopic", t.subject, t.state as "state: SupportState", t.order_number, t.tournament_id,
                  t.created_at, t.updated_at, t.waiting_since, left(l.text, $5) as "last_text!", l.side as "last_side!: SupportSide",
                  (select count(*) from people.support_messages m
                   where m.thread_id = t.id and m.seq > t.read_seq and m.side = 'staff' and m.kind = 'text') as "unread!",
                  u.display_name as "member_name?"
           from people.support_threads t join people.users u on u.id = t.user_id cross join lateral (
             select text, side from people.support_messages m where m.thread_id = t.id and m.kind = 'text' order by m.seq desc limit 1) l
           where ($1::text is null and t.state <> 'closed' or t.state = $1) and ($2::text is null or t.topic = $2)
           order by t.waiting_since nulls last, t.updated_at desc, t.id desc limit $3 offset $4"#,
        state,
        topic,
        paging.limit(),
        paging.offset(),
        SHORT
    )
    .fetch_all(&mut *tx)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from people.support_threads t
           where ($1::text is null and t.state <> 'closed' or t.state = $1) and ($2::text is null or t.topic = $2)"#,
        state,
        topic
    )
    .fetch_one(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(Page::new(paging, items, total))
}
