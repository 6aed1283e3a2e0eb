//! Things of this crate that people have rights over: sessions, messages, threads with our staff and documents.

use futures_util::future::BoxFuture;
use manao_kernel::access::rights::{FindRole, Role, Thing, role_beside};
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;
use sqlx::PgConnection;
use uuid::Uuid;

/// A person's session.
pub static SESSION: Thing = Thing {
    name: "Session",
    not_found: codes::session_not_found,
    find_role: |_, conn, member, name| {
        Box::pin(async move {
            let id = name.parse::<Uuid>().ok();
            let owner = sqlx::query_scalar!("select user_id from people.sessions where id = $1", id).fetch_optional(conn).await?;
            Ok(owner.and_then(|owner| role_beside(member, owner)))
        })
    },
};

/// A message in a person's inbox.
pub static INBOX_MESSAGE: Thing = Thing {
    name: "InboxMessage",
    not_found: codes::inbox_message_not_found,
    find_role: |_, conn, member, name| {
        Box::pin(async move {
            let id = name.parse::<i64>().ok();
            let owner =
                sqlx::query_scalar!("select user_id from people.inbox_messages where id = $1", id).fetch_optional(conn).await?;
            Ok(owner.and_then(|owner| role_beside(member, owner)))
        })
    },
};

/// A member's thread with our staff.
pub static SUPPORT_THREAD: Thing = Thing {
    name: "SupportThread",
    not_found: codes::support_thread_not_found,
    find_role: |_, conn, member, name| {
        Box::pin(async move {
            let id = name.parse::<i64>().ok();
            let owner =
                sqlx::query_scalar!("select user_id from people.support_threads where id = $1", id).fetch_optional(conn).await?;
            Ok(owner.and_then(|owner| role_beside(member, owner)))
        })
    },
};

/// A document: its owner, staff, and viewers whom its recipients admit ([`DocumentRecipients`]).
pub static DOCUMENT: Thing = Thing {
    name: "Document",
    not_found: codes::document_not_found,
    find_role: |app, conn, member, name| {
        Box::pin(async move {
            let id = name.parse::<Uuid>().ok();
            let owner =
                sqlx::query_scalar!("select user_id from people.documents where id = $1", id).fetch_optional(&mut *conn).await?;
            let Some(owner) = owner else { return Ok(None) };
            if let Some(role) = role_beside(member, owner) {
                return Ok(Some(role));
            }
            for recipient in &app.shared::<DocumentRecipients>().0 {
                if let Some(role) = (recipient.find_role)(app, conn, member, name).await? {
                    return Ok(Some(role));
                }
            }
            Ok(None)
        })
    },
};

/// Roles that may view a document.
pub const READERS: &[Role] = &[Role::Owner, Role::Staff, Role::Promoter, Role::CoPromoter];

/// Roles that see the pictures of a thread with our staff.
pub const SUPPORTED: &[Role] = &[Role::Owner, Role::Staff];

/// Finds the name of the purpose that a document was handed in for.
pub type FindPurpose = for<'a> fn(&'a mut PgConnection, Uuid, i64) -> BoxFuture<'a, Result<Option<Text>, Problem>>;

/// A recipient of documents: another owner's rights over them, and the purpose they were handed in for.
pub struct DocumentRecipient {
    pub find_role: FindRole,
    /// Finds the name of the purpose, as run by the viewer of this id; None when they run no such thing
    pub find_purpose: FindPurpose,
}

/// All recipients of this program, handed to the app at its start.
#[derive(Default)]
pub struct DocumentRecipients(pub Vec<DocumentRecipient>);
