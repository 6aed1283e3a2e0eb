//! Whether a notice is still wanted, and how urgent it is: the owner of the message's subject decides by its current state.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use sqlx::PgConnection;

use crate::inbox::Subject;

/// A message whose reader may have to be notified.
#[derive(Clone, Debug)]
pub struct WaitingNotice {
    pub message_id: i64,
    pub user_id: i64,
    /// The message's kind
    pub kind: String,
    pub created_at: DateTime<Utc>,
    pub subject: Subject,
}

/// The current state of a message's subject.
#[derive(Clone, Debug)]
pub struct SubjectStatus {
    pub message_id: i64,
    /// The message asks for something that is no longer possible, so its reader is not notified.
    pub obsolete: bool,
    /// The reader has already seen the message's content where the subject is shown, so it counts as read.
    pub seen: bool,
    /// Quiet hours do not hold the notice back.
    pub urgent: bool,
    /// Time in UTC from which it is urgent.
    pub urgent_from: Option<DateTime<Utc>>,
}

/// Loads the status of the messages whose subjects belong to this owner. The owner hands the loader to the app at its start.
pub type LoadSubjects =
    for<'a> fn(&'a mut PgConnection, &'a [WaitingNotice], DateTime<Utc>) -> BoxFuture<'a, Result<Vec<SubjectStatus>, Problem>>;

/// All loaders of this program.
#[derive(Default)]
pub struct SubjectLoaders(pub Vec<LoadSubjects>);

/// Returns the status of these messages. A message whose subject is gone has none.
pub async fn load(
    app: &App,
    conn: &mut PgConnection,
    messages: &[WaitingNotice],
    now: DateTime<Utc>,
) -> Result<Vec<SubjectStatus>, Problem> {
    let mut status = Vec::new();
    if !messages.is_empty() {
        for load in &app.shared::<SubjectLoaders>().0 {
            status.extend(load(conn, messages, now).await?);
        }
    }
    Ok(status)
}
