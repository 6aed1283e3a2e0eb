//! One export at a time for each person, however slowly it is read, because a single request causes a lot of work.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};

#[derive(Default)]
struct Exporting(Mutex<HashSet<i64>>);

/// A person's export, which ends when this is dropped.
pub struct Turn {
    exporting: Arc<Exporting>,
    user_id: i64,
}

impl Turn {
    /// # Errors
    /// 429 `too_many_requests` while another export of this person runs.
    pub fn take(app: &App, user_id: i64) -> Result<Self, Problem> {
        let exporting = app.shared::<Exporting>();
        if !exporting.0.lock().unwrap_or_else(PoisonError::into_inner).insert(user_id) {
            return Err(Problem::new(codes::too_many_requests).retry_after(2));
        }
        Ok(Self { exporting, user_id })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.exporting.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.user_id);
    }
}
