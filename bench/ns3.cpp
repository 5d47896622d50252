// The messages of a case of `crossedge validate` on ns-3: every link is a point-to-point channel with a drop-tail queue that never drops, and a
// packet is stored at every hop and sent on. A cycle is a nanosecond, a flit 16 bytes; the header of PPP, two bytes, is part of the first flit.
// Reads messages.txt and prints the results.
#include <ns3/core-module.h>
#include <ns3/network-module.h>
#include <ns3/point-to-point-module.h>

#include <cstdint>
#include <fstream>
#include <iostream>
#include <unordered_map>
#include <vector>

using namespace ns3;

namespace {

constexpr uint32_t PACKET_BYTES = 256, PPP_BYTES = 2, PACKET_FLITS = 16;
constexpr uint16_t IPV4 = 0x0800;

struct Message {
    uint32_t from, to, step;
    uint64_t flits, left;
    int64_t begun, finished;
    std::vector<uint32_t> links;
};

struct Position {
    uint32_t message, hop;
};

std::vector<Message> messages;
std::vector<Ptr<NetDevice>> senders;
std::unordered_map<uint64_t, Position> positions;
uint32_t started = 0;
bool alone = false;

void begin(uint32_t i) {
    Message& message = messages[i];
    message.begun = Simulator::Now().GetNanoSeconds();
    for (uint64_t j = 0; j < message.left; j++) {
        Ptr<Packet> packet = Create<Packet>(PACKET_BYTES - PPP_BYTES);
        positions[packet->GetUid()] = {i, 0};
        senders[message.links[0]]->Send(packet, Mac48Address::GetBroadcast(), IPV4);
    }
}

bool arrive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
    auto found = positions.find(packet->GetUid());
    if (found == positions.end())
        return false;
    Message& message = messages[found->second.message];
    found->second.hop++;
    if (found->second.hop < message.links.size()) {
        senders[message.links[found->second.hop]]->Send(packet->Copy(), Mac48Address::GetBroadcast(), IPV4);
        return true;
    }
    positions.erase(found);
    if (--message.left == 0) {
        message.finished = Simulator::Now().GetNanoSeconds();
        if (alone && started < messages.size())
            begin(started++);
    }
    return true;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2)
        return 2;
    std::ifstream file(argv[1]);
    uint64_t ends = 0, link_count = 0, message_count = 0;
    file >> ends >> link_count >> message_count;
    PointToPointHelper helper;
    helper.SetDeviceAttribute("DataRate", DataRateValue(DataRate(uint64_t(128) * 1000 * 1000 * 1000)));
    helper.SetChannelAttribute("Delay", TimeValue(NanoSeconds(0)));
    helper.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("10000000p"));
    for (uint64_t i = 0; i < link_count; i++) {
        uint64_t width = 0, delay = 0;
        file >> width >> delay;
        NodeContainer ends_of_link;
        ends_of_link.Create(2);
        NetDeviceContainer devices = helper.Install(ends_of_link);
        devices.Get(1)->SetReceiveCallback(MakeCallback(&arrive));
        senders.push_back(devices.Get(0));
    }
    for (uint64_t i = 0; i < message_count; i++) {
        Message message{};
        uint64_t count = 0;
        file >> message.from >> message.to >> message.step >> message.flits >> count;
        message.links.resize(count);
        for (uint32_t& link : message.links)
            file >> link;
        message.left = message.flits / PACKET_FLITS;
        alone = alone || message.step > 0;
        messages.push_back(message);
    }
    if (!file)
        return 2;
    if (alone) {
        started = 1;
        begin(0);
    } else {
        for (uint32_t i = 0; i < messages.size(); i++)
            begin(i);
    }
    Simulator::Run();
    std::cout << "switching store-and-forward\n";
    int64_t last = 0;
    for (const Message& message : messages) {
        if (alone)
            std::cout << "latency " << message.from << ' ' << message.to << ' ' << message.finished - message.begun << '\n';
        last = std::max(last, message.finished);
    }
    if (!alone)
        std::cout << "completion " << last << '\n';
    Simulator::Destroy();
    return 0;
}
