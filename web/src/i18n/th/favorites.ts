export default {
  title: 'รายการโปรด | Manao',
  heading: 'รายการโปรด',
  empty: 'ยังไม่มีเกมโปรด แตะรูปหัวใจที่เกมเพื่อเก็บไว้ที่นี่',
  lastPlayer: 'เติมไอดีล่าสุด',
  choose: 'เลือกเกม',
}
