//! Ports for programs that are started more than once, and so must keep theirs while they are down.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU16, Ordering};

/// Returns a port without a listener, outside the system's own range, and not given to any other test here.
pub fn free_port() -> u16 {
    static NEXT: LazyLock<AtomicU16> = LazyLock::new(|| AtomicU16::new(rand::random_range(10_000..31_000)));
    loop {
        let port = NEXT.fetch_add(1, Ordering::Relaxed);
        if std::net::TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
