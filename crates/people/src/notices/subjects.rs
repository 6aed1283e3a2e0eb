//! Whether a notice is still wanted, and how urgent it is: the owner of what a message is about says so, as it is now.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use sqlx::PgConnection;

use crate::inbox::Subject;

/// A message whose reader may have to be told of it.
#[derive(Clone, Debug)]
pub struct WaitingNotice {
    pub message_id: i64,
    pub user_id: i64,
    /// The message's kind
    pub kind: String,
    pub created_at: DateTime<Utc>,
    pub subject: Subject,
}

/// What its subject is to a message now.
#[derive(Clone, Debug)]
pub struct SubjectStatus {
    pub message_id: i64,
    /// The message asks for something that nobody can do any more: its reader is not told.
    pub obsolete: bool,
    /// The reader has already seen where the subject is shown what the message says: it counts as read.
    pub seen: bool,
    /// Quiet hours do not hold the notice back.
    pub urgent: bool,
    /// From then on it is urgent, in UTC.
    pub urgent_from: Option<DateTime<Utc>>,
}

/// Loads the status of those messages whose subjects are of this owner; the owner hands it to the app at its start.
pub type LoadSubjects =
    for<'a> fn(&'a mut PgConnection, &'a [WaitingNotice], DateTime<Utc>) -> BoxFuture<'a, Result<Vec<SubjectStatus>, Problem>>;

/// All of this program.
#[derive(Default)]
pub struct SubjectLoaders(pub Vec<LoadSubjects>);

/// The status of these messages. One whose subject is gone has none.
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
