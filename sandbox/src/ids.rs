//! Identifiers: they sort by time of creation, like the payment provider's.

use std::sync::atomic::{AtomicU32, Ordering};

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
static COUNTER: AtomicU32 = AtomicU32::new(0);

/// Returns nineteen characters: nine of the millisecond, three of a counter, seven random.
pub fn unique() -> String {
    let millis = u64::try_from(chrono::Utc::now().timestamp_millis()).unwrap_or(0);
    let count = u64::from(COUNTER.fetch_add(1, Ordering::Relaxed) % 46_656);
    let mut id = base36(millis, 9);
    id.push_str(&base36(count, 3));
    id.push_str(&base36(rand::random::<u64>(), 7));
    id
}

/// Returns `prefix` and a unique part.
pub fn with(prefix: &str) -> String {
    format!("{prefix}{}", unique())
}

/// Returns this many random decimal digits.
pub fn digits(count: usize) -> String {
    (0..count).map(|_| char::from(b'0' + rand::random_range(0..10u8))).collect()
}

/// Returns this many random capital letters, without those that are easily misread.
pub fn letters(count: usize) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";
    (0..count).map(|_| char::from(LETTERS[rand::random_range(0..LETTERS.len())])).collect()
}

fn base36(mut value: u64, width: usize) -> String {
    let mut text = vec![b'0'; width];
    for place in text.iter_mut().rev() {
        *place = DIGITS[(value % 36) as usize];
        value /= 36;
    }
    text.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn later_ids_sort_later() {
        let ids: Vec<String> = (0..200).map(|_| super::unique()).collect();
        let mut sorted = ids.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(ids, sorted);
        assert!(ids.iter().all(|id| id.len() == 19));
    }
}
