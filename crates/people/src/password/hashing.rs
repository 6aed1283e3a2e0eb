//! Argon2id on separate threads, a few hashes at a time: each takes 19 MB and much of a core.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};

use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::worker_pool::WorkerPool;

const AT_ONCE: usize = 2;
const WAITING: usize = 64;

struct Hashing(WorkerPool);

impl Default for Hashing {
    fn default() -> Self {
        Self(WorkerPool::new("hashes", AT_ONCE, WAITING))
    }
}

/// Runs work that hashes, on a separate thread.
///
/// # Errors
/// 503 `service_unavailable` when the queue is full.
pub async fn apart<T: Send + 'static>(app: &App, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    app.shared::<Hashing>().0.run(work).await
}

/// Returns the hash in PHC form, with a random salt and the current parameters (19 MiB, two passes).
///
/// # Errors
/// When the system provides no random bytes.
pub fn hash(password: &str) -> Result<String, Problem> {
    Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()).map_err(Problem::internal)
}

/// Returns whether this password has this hash, whatever parameters the hash used.
pub fn is_of(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

/// Returns a dummy hash with the current parameters, so that checking takes equally long with or without a password.
pub fn dummy_hash(app: &App) -> Result<String, Problem> {
    struct DummyHash(Result<String, Problem>);
    app.shared_with(|| DummyHash(hash("nobody's"))).0.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_argon2id_salted_and_of_one_password() {
        let (one, two) = (hash("Abcdefg1").unwrap(), hash("Abcdefg1").unwrap());
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, two);
        assert!(is_of("Abcdefg1", &one) && is_of("Abcdefg1", &two));
        assert!(!is_of("Abcdefg2", &one) && !is_of("Abcdefg1", "no hash"));
    }
}
