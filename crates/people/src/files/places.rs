//! Limits uploads at once. A person's uploads run one after another, from the first byte to the stored file, so someone who sends many only
//! delays themselves. Shared slots go round by person, not by upload.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::problem::{Problem, codes};

/// Most uploads of one person at once: one in progress, the others waiting before their first byte is read.
const OF_ONE: usize = 4;
/// Longest wait for a slot when many people upload; slow uploads lose theirs sooner.
pub const WAIT_FOR_PLACE: Duration = Duration::from_secs(15);

struct Uploads {
    people: Mutex<HashMap<i64, Person>>,
    places: Arc<Semaphore>,
}

struct Person {
    queue: Arc<Semaphore>,
    here: usize,
}

impl Uploads {
    fn from_app(app: &App) -> Arc<Self> {
        let settings = &app.settings;
        app.shared_with(|| Self { people: Mutex::default(), places: Arc::new(Semaphore::new(settings.upload_places.max(1))) })
    }
}

/// One upload: its person's permit and one shared slot, held until it is done.
pub struct Upload {
    _place: OwnedSemaphorePermit,
    _permit: OwnedSemaphorePermit,
    _seat: Seat,
}

impl Upload {
    /// Waits for this person's permit and a shared slot.
    ///
    /// # Errors
    /// 429 when the person uploads too often or too much at once, 503 when too many people do.
    pub async fn begin(app: &App, user_id: i64) -> Result<Arc<Self>, Problem> {
        let uploads = Uploads::from_app(app);
        app.limit(limits::UPLOAD, user_id)?;
        let (seat, queue) = Seat::take(&uploads, user_id)?;
        let queue = queue.acquire_owned().await.map_err(Problem::internal)?;
        let place = tokio::time::timeout(WAIT_FOR_PLACE, Arc::clone(&uploads.places).acquire_owned()).await;
        let place = place
            .map_err(|_| Problem::new(codes::service_unavailable).retry_after(5).because("uploads on their way"))?
            .map_err(Problem::internal)?;
        Ok(Arc::new(Self { _place: place, _permit: queue, _seat: seat }))
    }
}

/// Counts an upload of this person as present, waiting or in progress.
struct Seat {
    uploads: Arc<Uploads>,
    user_id: i64,
}

impl Seat {
    fn take(uploads: &Arc<Uploads>, user_id: i64) -> Result<(Self, Arc<Semaphore>), Problem> {
        let mut people = uploads.people.lock().unwrap_or_else(PoisonError::into_inner);
        let person = people.entry(user_id).or_insert_with(|| Person { queue: Arc::new(Semaphore::new(1)), here: 0 });
        if person.here >= OF_ONE {
            return Err(Problem::new(codes::too_many_requests).retry_after(5).because("uploads of one person at once"));
        }
        person.here += 1;
        let queue = Arc::clone(&person.queue);
        drop(people);
        Ok((Self { uploads: Arc::clone(uploads), user_id }, queue))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut people = self.uploads.people.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut person) = people.entry(self.user_id) {
            person.get_mut().here -= 1;
            if person.get().here == 0 {
                person.remove();
            }
        }
    }
}
