//! Scripts of the demo's rooms: each line has a time, a speaker and an action.

use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};

use super::tournaments;

/// A speaker. The first side is the sandbox's captain or rival, if one of them plays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Who {
    One,
    /// A player of the first side
    Mate,
    Other,
    Staff,
}

#[derive(Clone, Copy)]
pub enum When {
    /// Minutes before the demo was loaded
    Ago(i64),
    /// Days from today, hour and minute in Bangkok
    Day(i64, i64, i64),
}

impl When {
    pub fn at(self, now: DateTime<Utc>) -> DateTime<Utc> {
        match self {
            Self::Ago(minutes) => now.duration_trunc(TimeDelta::minutes(1)).unwrap_or(now) - TimeDelta::minutes(minutes),
            Self::Day(days, hour, minute) => tournaments::at(now, days, hour) + TimeDelta::minutes(minute),
        }
    }
}

pub enum Action {
    /// Also counters a proposal of the other side
    Propose(When, &'static str),
    Accept,
    Decline,
    /// The promoter fixes the time
    Set(When, &'static str),
    Say(&'static str),
    /// The winner of each game, and the picture as proof
    Report(&'static [Who], Proof),
    NoShow,
    Rule(&'static [Who], &'static str),
    /// Reports the last message
    Flag(&'static str),
    /// A message to staff, in the entrant's own thread
    Ask(&'static str),
    /// The staff's answer to that side
    Answer(Who, &'static str),
}

/// A result screen drawn for the demo.
#[derive(Clone, Copy)]
pub enum Proof {
    Three,
    Two,
    Won,
    Lost,
}

impl Proof {
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Self::Three => include_bytes!("../../demo/proofs/three.jpg"),
            Self::Two => include_bytes!("../../demo/proofs/two.jpg"),
            Self::Won => include_bytes!("../../demo/proofs/won.jpg"),
            Self::Lost => include_bytes!("../../demo/proofs/lost.jpg"),
        }
    }
}

pub type Line = (When, Who, Action);

use Action::{Accept, Answer, Ask, Decline, Flag, NoShow, Propose, Report, Rule, Say, Set};
use Proof::{Lost, Three, Two, Won};
use When::{Ago, Day};
use Who::{Mate, One, Other, Staff};

/// Scenes of a single elimination.
pub const SINGLE: &[&[Line]] = &[
    // A time is agreed.
    &[
        (Day(-2, 20, 15), Other, Say("สวัสดีครับ ยินดีด้วยที่เข้ารอบ 8 ทีมครับ สะดวกแข่งช่วงไหนกันบ้างครับ")),
        (Day(-2, 20, 22), One, Say("สวัสดีค่ะ ยินดีที่ได้เจอกันนะคะ ติดเรียนถึงหกโมงเย็น หลังจากนั้นว่างค่ะ")),
        (Day(-2, 20, 40), Other, Propose(Day(1, 20, 0), "พร้อมทั้งทีมครับ")),
        (Day(-1, 12, 4), One, Say("วันนั้นมีสอบกลางภาคค่ะ ขอเป็นวันถัดไปเวลาเดิมได้ไหมคะ")),
        (Day(-1, 12, 5), One, Propose(Day(2, 20, 0), "หลังสอบเสร็จค่ะ")),
        (Day(-1, 12, 31), Other, Accept),
        (Day(-1, 12, 32), Other, Say("ได้ครับ ขอให้สอบผ่านนะครับ เจอกันสองทุ่ม 👍")),
        (Day(-1, 12, 40), Mate, Say("Thanks for being flexible. Good luck and have fun!")),
    ],
    // A proposal waits for the first side.
    &[
        (Day(-1, 18, 2), One, Say("สวัสดีครับ Naga Pulse ครับ ทีมเราว่างหลังหกโมงเย็นทุกวันครับ")),
        (Ago(95), Other, Say("สวัสดีครับ งั้นขอเสนอสองทุ่ม คนครบพอดีครับ")),
        (Ago(94), Other, Propose(Day(1, 20, 0), "ถ้าไม่สะดวก เสนอเวลาอื่นมาได้เลยครับ")),
    ],
    // Decided: both reported the same.
    &[
        (Day(-2, 20, 10), One, Propose(Day(-1, 13, 30), "")),
        (Day(-2, 20, 25), Other, Accept),
        (Day(-2, 20, 26), Other, Say("โอเคครับ บ่ายโมงครึ่ง เดี๋ยวสร้างห้องแล้วส่งรหัสให้ครับ")),
        (Day(-1, 13, 22), Other, Say("รหัสห้อง 48213 ครับ เข้ามาได้เลย")),
        (Day(-1, 13, 27), One, Say("เข้าแล้วครับ ครบห้าคน")),
        (Day(-1, 14, 50), One, Report(&[One, Other, One], Three)),
        (Day(-1, 14, 53), Other, Report(&[One, Other, One], Won)),
        (Day(-1, 14, 55), Other, Say("GG WP ครับ เกมสามสูสีมาก")),
        (Day(-1, 14, 57), One, Say("GG ครับ เล่นดีมากเลย ไว้ซ้อมด้วยกันนะครับ")),
    ],
    // A proposal was declined.
    &[
        (Day(-1, 16, 58), One, Propose(Day(2, 13, 30), "เสนอช่วงบ่ายก่อนนะครับ")),
        (Day(-1, 17, 21), Other, Decline),
        (Day(-1, 17, 22), Other, Say("ขอโทษนะคะ ช่วงบ่ายมีกีฬาคณะ ขอเป็นหลังทุ่มนึงได้ไหมคะ")),
        (Day(-1, 17, 40), One, Say("ได้ครับ ขอถามในทีมก่อน เดี๋ยวเสนอเวลาใหม่ครับ")),
    ],
];

/// Scenes of a double elimination: the winners' second round, then the losers' first.
pub const DOUBLE: &[&[Line]] = &[
    // A counterproposal waits for the first side.
    &[
        (Day(-2, 21, 0), One, Ask("สวัสดีค่ะ ทีมเราขอสตรีมมุมมองผู้เล่นระหว่างแข่งได้ไหมคะ")),
        (Day(-2, 21, 12), Staff, Answer(One, "ได้ครับ ตั้งดีเลย์อย่างน้อย 3 นาที และใส่ชื่อทัวร์นาเมนต์ในชื่อสตรีมด้วยนะครับ")),
        (Day(-2, 21, 14), One, Ask("ขอบคุณมากค่ะ 🙏")),
        (Ago(190), One, Say("สวัสดีค่ะ Bangkok Limes นะคะ ขอเสนอเวลาไว้ก่อน ถ้าไม่สะดวกบอกได้เลยค่ะ")),
        (Ago(189), One, Propose(Day(1, 20, 30), "")),
        (Ago(61), Other, Say("สวัสดีครับ ช่วงนั้นมีคนติดเวร ขอเร็วขึ้นหน่อยได้ไหมครับ")),
        (Ago(60), Other, Propose(Day(1, 18, 30), "เร็วขึ้นสองชั่วโมงครับ")),
    ],
    // Playing.
    &[
        (Day(-1, 15, 10), Other, Ask("Hello! Can the lobby be hosted on the Singapore server?")),
        (Day(-1, 15, 33), Staff, Answer(Other, "Yes, Singapore is fine for both teams. ใช้เซิร์ฟเวอร์สิงคโปร์ได้ครับ")),
        (Ago(180), Staff, Set(Ago(18), "คู่ถ่ายทอดสดของวัน / The match on today's stream")),
        (Ago(178), Staff, Say("คู่นี้ถ่ายทอดสดครับ รบกวนเข้าล็อบบี้ก่อนเวลา 15 นาที")),
        (Ago(160), One, Say("รับทราบครับ ขอบคุณครับ")),
        (Ago(151), Other, Say("Copy that, we will be there early.")),
        (Ago(36), Staff, Say("ล็อบบี้เปิดแล้ว ห้อง MANAO-07 รหัส 5521 ครับ")),
        (Ago(29), One, Say("เข้าครบแล้วครับ")),
        (Ago(27), Other, Say("All in. GLHF 🤝")),
    ],
    // One report is in.
    &[
        (Ago(205), Staff, Set(Ago(85), "สองทีมขอเวลานี้ทางไลน์ / Both teams asked for this time")),
        (Ago(196), One, Say("ขอบคุณแอดมินครับ เจอกันในล็อบบี้")),
        (Ago(190), Other, Say("เจอกันครับ")),
        (Ago(8), One, Report(&[One, One], Two)),
        (Ago(7), One, Say("ส่งผลแล้วนะครับ 2-0 รบกวนกดยืนยันด้วยครับ GG")),
    ],
    // Disputed.
    &[
        (Day(-2, 20, 30), One, Propose(Day(-1, 19, 0), "")),
        (Day(-2, 20, 51), Other, Accept),
        (Day(-1, 18, 49), Other, Say("พร้อมแล้วครับ สร้างห้องได้เลย")),
        (Day(-1, 20, 5), One, Report(&[One, Other, One], Won)),
        (Day(-1, 20, 9), Other, Report(&[One, Other, Other], Lost)),
        (Day(-1, 20, 12), Other, Say("เกมสุดท้ายเราชนะนะครับ ดูภาพที่ส่งไปได้เลย")),
        (Day(-1, 20, 14), Mate, Say("โกงกันชัด ๆ ไอ้สัตว์")),
        (Day(-1, 20, 15), Other, Flag("ด่าทีมเราในห้องแข่ง")),
        (Day(-1, 20, 18), One, Say("ขอโทษแทนเพื่อนในทีมด้วยครับ รบกวนแอดมินช่วยดูผลให้หน่อยครับ")),
    ],
    // The other side did not appear.
    &[
        (Ago(200), Staff, Set(Ago(40), "ทีมไม่ได้ตกลงเวลากัน ผู้จัดจึงตั้งให้ / The teams had not agreed on a time")),
        (Ago(44), One, Say("อยู่ในล็อบบี้แล้วครับ ห้อง 7719")),
        (Ago(24), One, Say("ยังไม่เห็นใครเข้ามาเลย ถึงไหนกันแล้วครับ")),
        (Ago(14), One, NoShow),
        (Ago(9), Other, Ask("สวัสดีครับ เน็ตที่หอล่มครับ กำลังย้ายไปเล่นที่ร้าน ขอเวลาอีกนิดได้ไหมครับ")),
    ],
    // Ruled.
    &[
        (Day(-2, 20, 35), Other, Propose(Day(-1, 16, 0), "")),
        (Day(-2, 20, 58), One, Accept),
        (Day(-1, 17, 6), One, Report(&[Other, One, One], Won)),
        (Day(-1, 17, 11), Other, Report(&[Other, One, Other], Three)),
        (Day(-1, 17, 13), One, Say("เกมสามจอเราขึ้นชนะครับ ภาพอยู่ในผลที่ส่ง")),
        (Day(-1, 17, 38), Staff, Say("ขอเวลาตรวจภาพทั้งสองฝั่งสักครู่ครับ")),
        (
            Day(-1, 17, 52),
            Staff,
            Rule(&[Other, One, Other], "ประวัติการแข่งในเกมตรงกับภาพของทีมนี้ / The game's own history agrees with this team"),
        ),
        (Day(-1, 17, 54), Staff, Say("ตัดสินตามประวัติในเกมแล้วครับ ขอบคุณทั้งสองทีมที่ให้ความร่วมมือ")),
        (Day(-1, 17, 59), Other, Say("ขอบคุณครับ GG")),
    ],
];

/// An announcement to all remaining entrants.
pub const ANNOUNCEMENT: (When, &str) = (
    Day(-1, 11, 0),
    "รอบนี้มีถ่ายทอดสดวันละหนึ่งคู่ ทีมที่ได้ออกสตรีมจะเห็นเวลาที่ผู้จัดตั้งไว้ในห้องแข่ง ทีมอื่นนัดเวลากันได้ตามปกติครับ\nOne match a day is streamed this round. Its teams find their time in the match room; all others agree on theirs as usual.",
);
